import type pg from 'pg';
import { advisoryLocks } from '../database/advisory-locks.ts';
import { appRole } from '../database/database.ts';

/** What pg-boss 12.35, the first we had, counts as its version of the tables. */
const firstVersion = 43;

/** All that pg-boss does at run time, with the settings of `Jobs`; its tables of DDL commands, versions and queues are the owner's. */
const rights = `
  revoke all on all tables in schema jobs from public, ${appRole};
  revoke all on all functions in schema jobs from public, ${appRole};
  grant usage on schema jobs to ${appRole};
  grant execute on function jobs.job_now() to ${appRole};
  grant select, insert, update, delete on jobs.job, jobs.job_common to ${appRole};
  grant select, delete on jobs.job_dependency to ${appRole};
  grant select, update (flow_on, monitor_backoff_on) on jobs.version to ${appRole};
  grant select, update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count,
    singletons_active, ready_history, monitor_claim_on, monitor_on, maintain_on) on jobs.queue to ${appRole};`;

/** Gives the application what it needs in the job tables and nothing else, in one transaction. */
export async function setJobRights(client: pg.ClientBase): Promise<void> {
  await inTurn(client, () => client.query(rights));
}

/**
 * Earlier versions let the application write in all job tables, while pg-boss runs commands and names it finds there as SQL of
 * the owner. So before it does: wherever the application may still write there, that is ended and whatever it could have left is
 * removed. In no installation that was open like this has pg-boss had commands of its own, nor tables of another version.
 * @param policies of the queues that have another one than the standard.
 */
export async function closeJobTables(client: pg.ClientBase, policies: Record<string, string>): Promise<void> {
  await inTurn(client, async () => {
    const { rows } = await client.query(
      `select from pg_class c where c.relnamespace = to_regnamespace('jobs') and c.relname = 'bam'
        and has_any_column_privilege($1, c.oid, 'insert, update')`,
      [appRole],
    );
    if (rows.length === 0) return;
    // Whoever is writing there now is waited for; nobody reads or queues jobs any later for it.
    await client.query('lock table jobs.bam, jobs.version, jobs.queue in share row exclusive mode');
    await client.query(rights);
    await client.query('delete from jobs.bam');
    await client.query('delete from jobs.version');
    await client.query('insert into jobs.version (version) values ($1)', [firstVersion]);
    await client.query(
      `update jobs.queue set partition = false, table_name = 'job_common', policy = coalesce($1::jsonb ->> name, 'standard')`,
      [JSON.stringify(policies)],
    );
  });
}

/** In a transaction, one process after the other: two that grant at once can make one of them fail. */
async function inTurn(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.jobRights]);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
