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
    message = "a level sets the limits itself; give it or depth and nodes"
    assert refusal(answer) == ("invalid_parameter", "level", message)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("level", "0", "Expected `int` >= 1"),
        ("level", "9", "Expected `int` <= 8"),
        ("level", "three", "Expected `int`, got `str`"),
        ("level", "", "Expected `int`, got `str`"),
        ("level", "null", "Expected `int`, got `str`"),
        ("level", "\u0663", "Expected `int`, got `str`"),
        ("seconds", "0", "Expected `float` > 0.0"),
        ("seconds", "-1", "Expected `float` > 0.0"),
        ("seconds", "nan", "Expected `float` > 0.0"),
        ("seconds", "inf", "Expected `float` <= 3600.0"),
        ("seconds", "1e999", "Number out of range"),
        ("seed", "-1", "Expected `int` >= 0"),
        ("seed", str(2**53), "Expected `int` <= 9007199254740991"),
    ],
)
@pytest.mark.parametrize("path", ["/obx", BEST])
def test_values_that_cannot_be(client, path, name, value, message):
    answer = client.get(path, params={"obx": START, name: value})
    assert refusal(answer) == ("invalid_parameter", name, message)


@pytest.mark.parametrize("value", ["3", 3.5, True, None, [3], {}])
def test_a_number_in_a_body_is_a_number(client, value):
    assert refusal(client.post(BEST, json={"obx": START, "level": value}))[:2] == ("invalid_parameter", "level")


def test_v1_refuses_what_it_does_not_know_and_names_what_it_does(client):
    answer = client.get("/v1/baghchal/moves", params={"obx": START, "levels": "3"})
    message = "no such parameter; there are: obx, text, source"
    assert refusal(answer) == ("invalid_parameter", "levels", message)
    assert refusal(client.get("/v1/identify")) == ("invalid_parameter", "text", "this parameter must be given")


def test_a_parameter_may_be_given_once(client):
    answer = client.get(f"/obx?obx={START[:20]}&obx={START[:20]}")
    assert refusal(answer) == ("Invalid OBX format.", "obx", "given more than once")
    answer = client.get("/obx?level=1&level=1")
    assert refusal(answer) == ("invalid_parameter", "level", "given more than once")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "the body is no JSON: Input data was truncated"),
        (b"\xff", "the body is no JSON: JSON is malformed: invalid character (byte 0)"),
        (b'{"obx": "\xff"}', "the body is no JSON: Invalid UTF-8 encoded string"),
        (b'["obx"]', "the body must be a JSON object"),
        (b"null", "the body must be a JSON object"),
        (b"obx=" + START.encode(), "the body is no JSON: JSON is malformed: invalid character (byte 0)"),
    ],
)
def test_a_body_that_is_no_json_object(client, body, message):
    assert refusal(client.post("/obx", content=body)) == ("Invalid OBX format.", "body", message)
    assert refusal(client.post(BEST, content=body)) == ("invalid_json", "body", message)


def test_a_body_that_is_nested_too_deeply(client):
    error, field, message = refusal(client.post(BEST, content=b"[" * 100_000))
    assert (error, field) == ("invalid_json", "body")
    assert message.startswith("the body is no JSON: maximum recursion depth exceeded")


@pytest.mark.parametrize(
    ("body", "message"), [({}, "this parameter must be given"), ({"obx": 3}, "Expected `str`, got `int`")]
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
        "message": "expected at most 1000 characters",
    }


def test_a_query_that_has_too_much_in_it(client):
    answer = client.get("/v1/identify?" + "&".join(f"a{i}=" for i in range(33)))
    assert refusal(answer) == ("invalid_parameter", None, "a query may have 32 parameters")
    answer = client.get("/v1/identify?text=%FF")
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
