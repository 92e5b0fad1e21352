import { sql } from 'kysely';
import type { World } from './world.ts';

/** What the audit log keeps of an action: what changed, and with whose account it is erased. Oldest first. */
export async function auditContentOf({ db }: Pick<World, 'db'>, action: string, subjectId?: string) {
  const { rows } = await sql<{ person_id: string | null; content: string }>`
    select d.person_id, d.content from audit_entries e join audit_details d using (sequence)
    where e.action = ${action} and (${subjectId ?? null}::text is null or e.subject_id = ${subjectId ?? null})
    order by e.sequence`.execute(db);
  return rows.map(({ person_id, content }) => {
    const { before, after } = JSON.parse(content);
    return { personId: person_id, ...(before && { before }), ...(after && { after }) };
  });
}

/** Who did that, each time. */
export async function auditActorsOf({ db }: Pick<World, 'db'>, action: string, subjectId: string) {
  const entries = db.selectFrom('audit_entries').select('actor_id').where('action', '=', action);
  return (await entries.where('subject_id', '=', subjectId).execute()).map(({ actor_id }) => actor_id);
}
