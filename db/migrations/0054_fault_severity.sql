-- How bad the worst report of a fault says it is: 1 low, 2 medium, 3 high; 0 where none says.
alter table faults add column severity smallint not null default 0 check (severity between 0 and 3);
update faults set severity = worst.severity from (
    select fault_id, max(case severity when 'low' then 1 when 'medium' then 2 when 'high' then 3 else 0 end) as severity
    from error_reports where fault_id is not null group by fault_id
  ) worst where worst.fault_id = faults.id;
create index faults_by_severity on faults (severity, id);
