-- Which views differ most between runs of one commit? Those cannot be gated tightly.
WITH spreads AS (
  SELECT view, COALESCE(scenario, '') AS scenario_name, commit, COALESCE(os, '') AS os_name, count(*) AS runs,
    min(updates) AS least, max(updates) AS most
  FROM redraws
  WHERE kind = 'view'
  GROUP BY view, scenario_name, commit, os_name
  HAVING count(*) > 1
)
SELECT view, scenario_name AS scenario, count(*) AS commits, sum(runs) AS all_runs,
  max(most - least) AS largest_spread, round(avg(most - least), 2) AS mean_spread
FROM spreads
GROUP BY view, scenario_name
HAVING max(most - least) > 0
ORDER BY mean_spread DESC, view, scenario
LIMIT 50;
