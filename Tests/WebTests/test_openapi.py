"""The description of the API that the server gives of itself."""
import json
import urllib.request

from openapi_spec_validator import OpenAPIV31SpecValidator


def test_the_document_is_valid_openapi(stage):
    with urllib.request.urlopen(f"{stage.origin}/openapi.json", timeout=10) as answer:
        assert answer.headers["content-type"].startswith("application/json")
        document = json.load(answer)
    assert document["openapi"].startswith("3.1")
    assert [str(error.message) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    # The validator finds what is wrong.
    del document["info"]["title"]
    assert list(OpenAPIV31SpecValidator(document).iter_errors())
