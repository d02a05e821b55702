-- Which views got worse this week, on which OS, since which commit?
-- The commit is the first one of this week whose every run was above all runs of the weeks before. From then on the
-- median has to be 2 updates and 10 % above the median before, so what was put right again is not shown.
WITH runs AS (
  SELECT view, COALESCE(scenario, '') AS scenario_name, COALESCE(os, '') AS os_name, commit, run_time, updates,
    run_time > (SELECT max(run_time) FROM redraws) - INTERVAL 7 DAY AS is_this_week
  FROM redraws
  WHERE kind = 'view' AND run_time IS NOT NULL
),
before AS (
  SELECT view, scenario_name, os_name, median(updates) AS median_before, max(updates) AS most_before
  FROM runs WHERE NOT is_this_week
  GROUP BY view, scenario_name, os_name
),
commits AS (
  SELECT view, scenario_name, os_name, commit, min(run_time) AS first_run, min(updates) AS least
  FROM runs WHERE is_this_week
  GROUP BY view, scenario_name, os_name, commit
),
culprits AS (
  SELECT c.view AS view, c.scenario_name AS scenario_name, c.os_name AS os_name, min(c.first_run) AS since
  FROM commits AS c
  JOIN before AS b ON c.view = b.view AND c.scenario_name = b.scenario_name AND c.os_name = b.os_name
  WHERE c.least > b.most_before
  GROUP BY c.view, c.scenario_name, c.os_name
),
now AS (
  SELECT r.view AS view, r.scenario_name AS scenario_name, r.os_name AS os_name, k.since AS since,
    median(r.updates) AS median_now, count(*) AS runs_since
  FROM runs AS r
  JOIN culprits AS k ON r.view = k.view AND r.scenario_name = k.scenario_name AND r.os_name = k.os_name
  WHERE r.run_time >= k.since
  GROUP BY r.view, r.scenario_name, r.os_name, k.since
)
SELECT n.view AS view, n.scenario_name AS scenario, n.os_name AS os, b.median_before AS median_before,
  n.median_now AS median_now, n.runs_since AS runs_since, min(c.commit) AS since_commit, n.since AS since
FROM now AS n
JOIN before AS b ON n.view = b.view AND n.scenario_name = b.scenario_name AND n.os_name = b.os_name
JOIN commits AS c ON n.view = c.view AND n.scenario_name = c.scenario_name AND n.os_name = c.os_name
  AND c.first_run = n.since
WHERE n.median_now >= b.median_before + 2 AND n.median_now > b.median_before * 1.1
GROUP BY n.view, n.scenario_name, n.os_name, b.median_before, n.median_now, n.runs_since, n.since
ORDER BY n.median_now - b.median_before DESC, view, scenario, os;
