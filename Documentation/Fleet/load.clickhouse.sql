-- Makes the table 'redraws' from rows.csv, written by 'whyredraw analyze … --format rows-csv'.
SET date_time_input_format = 'best_effort';
DROP TABLE IF EXISTS redraws;
CREATE TABLE redraws (
  kind String,
  run_id Nullable(String),
  run_time Nullable(DateTime('UTC')),
  commit Nullable(String),
  branch Nullable(String),
  os Nullable(String),
  device Nullable(String),
  xcode Nullable(String),
  configuration Nullable(String),
  capture Nullable(String),
  run Nullable(Int64),
  scenario Nullable(String),
  module Nullable(String),
  view String,
  cause_kind Nullable(String),
  cause Nullable(String),
  evaluations Nullable(Int64),
  initial Nullable(Int64),
  updates Nullable(Int64),
  recreated Nullable(Int64),
  unchanged Nullable(Int64),
  changes Nullable(Int64),
  blast_radius Nullable(Int64),
  duration_total_ns Nullable(Int64),
  duration_median_ns Nullable(Int64),
  duration_p95_ns Nullable(Int64),
  duration_max_ns Nullable(Int64),
  scenario_ns Nullable(Int64)
) ENGINE = MergeTree ORDER BY (kind, view) SETTINGS allow_nullable_key = 1;
INSERT INTO redraws SELECT * FROM file('rows.csv', 'CSVWithNames', 'kind Nullable(String), run_id Nullable(String), run_time Nullable(DateTime(\'UTC\')), commit Nullable(String), branch Nullable(String), os Nullable(String), device Nullable(String), xcode Nullable(String), configuration Nullable(String), capture Nullable(String), run Nullable(Int64), scenario Nullable(String), module Nullable(String), view Nullable(String), cause_kind Nullable(String), cause Nullable(String), evaluations Nullable(Int64), initial Nullable(Int64), updates Nullable(Int64), recreated Nullable(Int64), unchanged Nullable(Int64), changes Nullable(Int64), blast_radius Nullable(Int64), duration_total_ns Nullable(Int64), duration_median_ns Nullable(Int64), duration_p95_ns Nullable(Int64), duration_max_ns Nullable(Int64), scenario_ns Nullable(Int64)');
