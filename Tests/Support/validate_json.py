"""Validates JSON files against a JSON Schema (draft 2020-12, or the one it names): validate_json.py SCHEMA FILE…"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit("jsonschema is missing; install it with 'python3 -m pip install jsonschema'")

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
validator.check_schema(schema)
failed = False
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for error in sorted(validator(schema).iter_errors(document), key=lambda error: error.json_path):
        failed = True
        print(f"{path}: {error.json_path}: {error.message}")
sys.exit(1 if failed else 0)
