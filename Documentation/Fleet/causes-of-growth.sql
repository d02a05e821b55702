-- Which causes does a view's growth come from? Evaluations per run that name a cause, this week against the weeks before.
WITH runs AS (
  SELECT view, cause, evaluations, run_time > (SELECT max(run_time) FROM redraws) - INTERVAL 7 DAY AS is_this_week
  FROM redraws
  WHERE kind = 'cause' AND run_time IS NOT NULL
)
SELECT view, cause,
  round(avg(CASE WHEN is_this_week THEN NULL ELSE evaluations END), 2) AS mean_before,
  round(avg(CASE WHEN is_this_week THEN evaluations ELSE NULL END), 2) AS mean_now
FROM runs
GROUP BY view, cause
HAVING COALESCE(avg(CASE WHEN is_this_week THEN evaluations ELSE NULL END), 0)
  > COALESCE(avg(CASE WHEN is_this_week THEN NULL ELSE evaluations END), 0) * 1.1 + 1
ORDER BY mean_now DESC, view, cause
LIMIT 100;
