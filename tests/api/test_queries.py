"""How parameters are read: from the query or a body, each once, of the right type, within bounds."""

import asyncio
import json

import pytest

from pointboard.api.errors import Refusal
from pointboard.api.queries import read_body
from pointboard.api.settings import MAX_BODY

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
BEST = "/v1/baghchal/best"


def refusal(answer, status=400):
    """Error, field and message of an answer that must have the status."""
    assert answer.status_code == status, answer.text
    said = answer.json()
    assert set(said) == {"error", "field", "column", "message"}
    return said["error"], said["field"], said["message"]


def asked(pool):
    """The limits that the pool was asked with, and the seconds."""
    (_, job, seconds) = pool.asked[-1]
    return job.limits.given(), seconds


@pytest.mark.parametrize(
    "written",
    [
        "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT+g+%4020+c0+-+%23",
        "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT%20g%20@20%20c0%20-%20%23",
        "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT_g_@20_c0_-_%23",
        "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT_g_@20_c0_-_",
        "txxxt/xxxxx/xxxxx/xxxxx/txxxt_g_c0",
    ],
)
def test_blanks_are_written_in_three_ways_and_a_text_may_end_before_its_number(client, written):
    answer = client.get(f"/v1/baghchal/position?obx={written}")
    assert answer.json()["position"] == START


def test_the_input_is_told_as_it_came(client):
    answer = client.get("/obx?obx=TXXXT/XXXXX/XXGXX/XXXXX/TXXXT+t_%4019%20c0+mC3+")
    assert answer.json()["input"] == "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t_@19 c0 mC3 "


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("POST", "/"), ("GET", "/obx"), ("POST", "/obx")])
def test_a_json_body_is_read_with_either_method(client, pool, method, path):
    body = {"obx": START, "level": 3, "seconds": 0.5, "seed": 7, "client": "of another server"}
    answer = client.request(method, path, json=body)
    assert answer.json()["move"] == "mB1"
    assert asked(pool) == ({"level": 3, "seed": 7}, 0.5)


def test_query_and_body_may_share_the_parameters(client, pool):
    answer = client.post("/obx?level=2&unknown=1", json={"obx": START})
    assert answer.status_code == 200
    assert asked(pool)[0] == {"level": 2, "seed": 0}


def test_a_parameter_given_in_both_is_refused(client):
    answer = client.post(f"{BEST}?level=2", json={"obx": START, "level": 2})
    assert refusal(answer) == ("invalid_parameter", "level", "given in the query and in the body")


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({}, ({}, 5)),
        ({"seconds": 0.25}, ({"seconds": 0.25}, 0.25)),
        ({"seconds": 3600}, ({"seconds": 5}, 5)),
        ({"level": 8}, ({"level": 8}, 5)),
        ({"level": 8, "seconds": 2}, ({"level": 8}, 2)),
        ({"level": 8, "seconds": 60}, ({"level": 8}, 5)),
        ({"depth": 7, "nodes": 1000}, ({"depth": 7, "nodes": 1000}, 5)),
        ({"depth": 7, "seconds": 1}, ({"depth": 7, "seconds": 1}, 1)),
        ({"lines": 4}, ({"lines": 4}, 5)),
        ({"seed": 2**53 - 1}, ({"seed": 2**53 - 1}, 5)),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_limits_of_a_search(client, pool, method, limits, told):
    where = {"params": {"obx": START, **limits}} if method == "GET" else {"json": {"obx": START, **limits}}
    assert client.request(method, BEST, **where).status_code == 200
    limits, seconds = told
    assert asked(pool) == ({"seed": 0, **limits}, seconds)


def test_the_client_of_a_search_is_its_address(client, pool):
    client.get("/obx", params={"obx": START}, headers={"X-Forwarded-For": "192.0.2.1"})
    assert pool.asked[0][0] == "testclient"


@pytest.mark.parametrize("limit", ["depth", "nodes"])
def test_a_level_goes_with_no_other_limit_but_time(client, limit):
    answer = client.get(BEST, params={"obx": START, "level": 3, limit: 3})
    message = "a level sets depth and positions itself; give it, or depth and nodes"
    assert refusal(answer) == ("invalid_parameter", "level", message)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("level", "0", "expected a whole number from 1 to 8, found '0'"),
        ("level", "9", "expected a whole number from 1 to 8, found '9'"),
        ("level", "three", "expected a whole number from 1 to 8, found 'three'"),
        ("level", "", "expected a whole number from 1 to 8, found ''"),
        ("level", "1e0", "expected a whole number from 1 to 8, found '1e0'"),
        ("level", "1.0", "expected a whole number from 1 to 8, found '1.0'"),
        ("level", "+1", "expected a whole number from 1 to 8, found '+1'"),
        ("level", " 1", "expected a whole number from 1 to 8, found ' 1'"),
        ("level", "null", "expected a whole number from 1 to 8, found 'null'"),
        ("level", "\u0663", "expected a whole number from 1 to 8, found '\u0663'"),
        ("level", "x" * 41, f"expected a whole number from 1 to 8, found '{'x' * 40}'..."),
        ("seconds", "0", "expected a number above 0, 3600 at most, found '0'"),
        ("seconds", "-1", "expected a number above 0, 3600 at most, found '-1'"),
        ("seconds", "nan", "expected a number above 0, 3600 at most, found 'nan'"),
        ("seconds", "inf", "expected a number above 0, 3600 at most, found 'inf'"),
        ("seconds", "1e999", "expected a number above 0, 3600 at most, found '1e999'"),
        ("seed", "-1", f"expected a whole number from 0 to {2**53 - 1}, found '-1'"),
        ("seed", str(2**53), f"expected a whole number from 0 to {2**53 - 1}, found '{2**53}'"),
    ],
)
@pytest.mark.parametrize("path", ["/obx", BEST])
def test_values_that_cannot_be(client, path, name, value, message):
    answer = client.get(path, params={"obx": START, name: value})
    assert refusal(answer) == ("invalid_parameter", name, message)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("3", "the text '3'"),
        (3.5, "the number 3.5"),
        (9, "the number 9"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        ([3], "a list"),
        ({}, "an object"),
    ],
)
def test_a_number_in_a_body_is_a_number(client, value, found):
    message = f"expected a whole number from 1 to 8, found {found}"
    for path in (BEST, "/v1/baghchal/best?seed=3"):
        answer = client.post(path, json={"obx": START, "level": value})
        assert refusal(answer) == ("invalid_parameter", "level", message)


@pytest.mark.parametrize("name", ["obx", "level", "unknown"])
@pytest.mark.parametrize("path", ["/obx", BEST])
def test_a_parameter_of_a_body_is_given_once(client, path, name):
    body = (
        f'{{"obx": "{START}", "a": 1, "{name}": "x", "{name[0]}\\u{ord(name[1]):04x}{name[2:]}": {{"b": 1, "c": 2}}}}'
    )
    answer = client.post(path, content=body)
    assert answer.status_code == 400
    code = "Invalid OBX format." if (path, name) == ("/obx", "obx") else "invalid_parameter"
    assert refusal(answer) == (code, name, "given more than once")


def test_a_name_may_stand_twice_in_a_body_at_different_depths(client):
    answer = client.post("/obx", content=f'{{"extra": {{"obx": 1}}, "obx": "{START}"}}')
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/obx", "/"])
def test_a_position_that_is_no_utf_8_is_no_obx(client, path):
    answer = client.get(f"{path}?obx=%ff")
    assert answer.status_code == 400
    assert refusal(answer) == ("Invalid OBX format.", "obx", "the query is not UTF-8")
    assert refusal(client.get(f"{path}?obx=a&level=%ff")) == ("invalid_parameter", "level", "the query is not UTF-8")


def test_a_name_that_is_encoded_is_that_name(client):
    assert client.get(f"/?%6fbx={START}".replace("#", "%23")).json()["move"]
    assert client.get("/?+obx=").headers["content-type"].startswith("text/html")


def test_v1_refuses_what_it_does_not_know_and_names_what_it_does(client):
    answer = client.get("/v1/baghchal/moves", params={"obx": START, "levels": "3"})
    message = "expected one of obx, text, source"
    assert refusal(answer) == ("invalid_parameter", "levels", message)
    assert refusal(client.get("/v1/identify")) == ("invalid_parameter", "text", "expected this parameter, found none")


def test_a_parameter_may_be_given_once(client):
    answer = client.get(f"/obx?obx={START[:20]}&obx={START[:20]}")
    assert refusal(answer) == ("Invalid OBX format.", "obx", "given more than once")
    answer = client.get("/obx?level=1&level=1")
    assert refusal(answer) == ("invalid_parameter", "level", "given more than once")


@pytest.mark.parametrize(
    ("body", "found", "column"),
    [
        (b"{", "the end of the text", None),
        (b"\xff", "the byte 0xff, which is not UTF-8", 1),
        (b'{"obx": "\xc3\xa4\xff"}', "the byte 0xff, which is not UTF-8", 11),
        (b'["obx"]', "another kind of JSON", None),
        (b"null", "another kind of JSON", None),
        (b"obx=" + START.encode(), "text that is none", 1),
        (b'{"obx": "\xc3\xa4",}', "text that is none", 13),
        (b"[" * 100_000, "lists or objects that are nested too deeply", None),
        (b'{"size": 1e400}', "a number that is too large", None),
        (b'{"obx": "\\ud800"}', "half of a surrogate pair", None),
        (b'{"obx": "\\ud800', "the end of the text", None),
    ],
    ids=range(11),
)
def test_a_body_that_is_no_json_object(client, body, found, column):
    for path, error in (("/obx", "Invalid OBX format."), (BEST, "invalid_json")):
        answer = client.post(path, content=body)
        assert refusal(answer) == (error, "body", f"expected a JSON object, found {found}")
        assert answer.json()["column"] == column


@pytest.mark.parametrize(
    ("body", "message"),
    [({}, "expected this parameter, found none"), ({"obx": 3}, "expected text, found the number 3")],
)
def test_the_text_must_be_there(client, body, message):
    assert refusal(client.post("/obx", json=body)) == ("Invalid OBX format.", "obx", message)


def test_a_post_needs_a_body(client):
    answer = client.post("/v1/baghchal/moves?obx=TXXXT/XXXXX/XXXXX/XXXXX/TXXXT_g_c0")
    assert refusal(answer) == ("invalid_json", "body", "a POST needs a JSON object as its body")


def test_an_empty_text_is_no_position(client):
    assert refusal(client.get("/obx?obx="))[:2] == ("Invalid OBX format.", "board")
    assert refusal(client.get("/v1/baghchal/moves?obx="))[:2] == ("invalid_parameter", "obx")


def test_a_text_that_is_too_long_says_where(client):
    said = client.post(BEST, json={"text": "X" * 1001}).json()
    assert said == {
        "error": "invalid_parameter",
        "field": "text",
        "column": 1001,
        "message": "expected at most 1000 characters, found 1001",
    }


def test_a_query_that_has_too_much_in_it(client):
    answer = client.get("/v1/identify?" + "&".join(f"a{i}=" for i in range(33)))
    assert refusal(answer) == ("invalid_parameter", None, "a query may have 32 parameters")
    answer = client.get("/v1/identify?text=%FF")
    assert refusal(answer) == ("invalid_parameter", "text", "the query is not UTF-8")
    answer = client.get("/v1/identify?%FF=1")
    assert refusal(answer) == ("invalid_parameter", None, "the query is not UTF-8")


def test_a_body_that_is_too_long(client):
    for body in (b"x" * (MAX_BODY + 1), iter([b"x" * MAX_BODY, b"x"])):  # with its length, and in pieces without
        answer = client.post("/obx", content=body)
        assert refusal(answer, 413) == ("too_large", None, f"a body may have {MAX_BODY} bytes")
    body = json.dumps({"obx": START}).ljust(MAX_BODY).encode()
    assert client.post("/obx", content=body).status_code == 200


def test_a_body_that_does_not_come():
    async def never():
        await asyncio.Event().wait()

    async def gone():
        return {"type": "http.disconnect"}

    for receive, message in (
        (never, "the body did not come within 0.01 seconds"),
        (gone, "the client left while it sent the body"),
    ):
        with pytest.raises(Refusal) as refused:
            asyncio.run(read_body(receive, None, patience=0.01))
        assert (refused.value.status, refused.value.code, refused.value.message) == (408, "request_timeout", message)


@pytest.mark.parametrize("length", ["", "x", "\u0663", "9" * 5000])
def test_odd_lengths_of_a_body(length):
    async def receive():
        return {"type": "http.request", "body": b"{}"}

    if length.startswith("9"):
        with pytest.raises(Refusal, match=f"a body may have {MAX_BODY} bytes"):
            asyncio.run(read_body(receive, length, patience=1))
    else:
        assert asyncio.run(read_body(receive, length, patience=1)) == b"{}"
