"""Loads rows.csv of the working directory and runs the fleet's queries: run-fleet.py duckdb|clickhouse SQL-FOLDER

Prints the result of each query as JSON, one line a query: {"query": …, "columns": […], "rows": [[…]]}.
"""
import json
import pathlib
import re
import sys

engine, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def statements(name):
    text = re.sub(r"^--.*$", "", (folder / name).read_text(encoding="utf-8"), flags=re.M)
    return [part.strip() for part in text.split(";") if part.strip()]


if engine == "duckdb":
    try:
        import duckdb
    except ImportError:
        sys.exit("duckdb is missing; install it with '.ci/setup test'")
    connection = duckdb.connect()

    def query(sql):
        cursor = connection.execute(sql)
        if not cursor.description:
            return [], []
        return [column[0] for column in cursor.description], [list(row) for row in cursor.fetchall()]
else:
    try:
        from chdb import session
    except ImportError:
        sys.exit("chdb is missing; install it with '.ci/setup test'")
    connection = session.Session()

    def query(sql):
        text = str(connection.query(sql, "JSONCompact"))
        if not text.strip():
            return [], []
        result = json.loads(text)
        return [column["name"] for column in result["meta"]], result["data"]


def plain(value):
    """The same value in the same words, whatever the engine calls it."""
    if value is None or isinstance(value, bool):
        return value
    text = str(value)
    if re.fullmatch(r"-?\d+(\.\d+)?", text):
        return float(text)
    return text.replace("T", " ").removesuffix("+00:00")


for statement in statements("load." + engine + ".sql"):
    query(statement)
for path in sorted(folder.glob("*.sql")):
    if path.name.startswith("load."):
        continue
    for statement in statements(path.name):
        columns, rows = query(statement)
        rows = [[plain(value) for value in row] for row in rows]
        print(json.dumps({"query": path.name, "columns": columns, "rows": rows}))
