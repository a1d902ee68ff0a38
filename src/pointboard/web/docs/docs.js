// Shows /openapi.json as a page. Every text goes in as text, never as markup.

const EXAMPLE = { obx: "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB1 #g1", text: "BG2B/5/5/5/B3B B 1", to: "fen", level: 3 };

function element(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function table(heads, rows) {
  const made = element("table");
  for (const [tag, cells] of [["th", heads], ...rows.map((row) => ["td", row])]) {
    const line = element("tr");
    line.append(...cells.map((cell) => element(tag, cell)));
    made.append(line);
  }
  return made;
}

/** A schema in a few words: its type, its values, its range. */
function words(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(words).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (schema.type === "array") return `list of ${words(schema.items)}`;
  if (schema.type === "object" && schema.additionalProperties) return "object";
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength } = schema;
  const said = [schema.type ?? "anything"];
  if (minimum !== undefined) said.push(`from ${minimum}`);
  if (exclusiveMinimum !== undefined) said.push(`more than ${exclusiveMinimum}`);
  if (maximum !== undefined) said.push(`to ${maximum}`);
  if (minLength > 0 || maxLength) said.push(`${minLength ?? 0} to ${maxLength} characters`);
  return said.join(" ");
}

function exampleAddress(path, parameters) {
  const names = parameters.map(({ name }) => name);
  const given = names.filter((name) => name === "obx" || name === "to" || (name === "text" && !names.includes("obx")));
  return `${path}?${given.map((name) => `${name}=${encodeURIComponent(EXAMPLE[name])}`).join("&")}`;
}

function operation(path, operations) {
  const made = element("section");
  const { summary, parameters = [], responses } = operations.get ?? operations.post;
  const title = element("h2");
  title.append(element("span", Object.keys(operations).join(", ").toUpperCase(), { class: "method" }), " ");
  title.append(element("span", path, { class: "path" }));
  made.append(title, element("p", summary));
  if (parameters.length) {
    const rows = parameters.map(({ name, required, schema, description }) => [
      required ? `${name} (needed)` : name, words(schema), description,
    ]);
    made.append(table(["Parameter", "Values", "Meaning"], rows));
  }
  const address = parameters.length ? exampleAddress(path, parameters) : path;
  const line = element("p", "");
  if (operations.get && !path.includes("{")) {
    line.append("Try it: ", element("a", address, { href: address, class: "path" }));
  }
  const statuses = Object.entries(responses).map(([status, { description, content }]) => [
    status, description, Object.values(content ?? {}).map(({ schema }) => words(schema)).join(", "),
  ]);
  made.append(line, table(["Status", "When", "Answer"], statuses));
  return made;
}

function schemaSection(name, { description, properties }) {
  const made = element("section", "", { id: name });
  const rows = Object.entries(properties).map(([key, schema]) => [key, words(schema)]);
  made.append(element("h3", name), element("p", description ?? ""), table(["Field", "Values"], rows));
  return made;
}

const { info, paths, components } = await (await fetch("/openapi.json")).json();
document.getElementById("introduction").prepend(`${info.description} `);
document.getElementById("operations").replaceChildren(...Object.entries(paths).map((entry) => operation(...entry)));
document.getElementById("schemas").append(
  ...Object.entries(components.schemas).filter(([name]) => name.endsWith("Answer")).map((entry) => schemaSection(...entry)),
);
