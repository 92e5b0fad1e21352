import type { ReconciledMonth } from '../contract/reconciliation.ts';
import { FileSender } from './file-sender.ts';
import type { Reply, World } from './world.ts';

/** An administrator who imports statements over HTTP, with the work done as a worker does it. */
export class Importer extends FileSender {
  protected readonly purpose = 'statement';

  /** Takes a file up, as it is answered. */
  async start(content: Buffer | string, name?: string): Promise<Reply> {
    return await this.call('POST /api/admin/statement-imports', { upload_id: await this.upload(content, name) });
  }

  /** Takes a file up and has it previewed. @returns its number */
  async preview(content: Buffer | string): Promise<number> {
    const { status, body } = await this.start(content);
    if (status !== 201) throw new Error(`a statement is answered ${status} ${body.detail}`);
    await this.work(body.work_id);
    return body.id;
  }

  async apply(id: number, body: object = {}): Promise<Reply> {
    const given = { reason: 'The statement of the month', ...body };
    const reply = await this.call(`POST /api/admin/statement-imports/${id}/apply`, given);
    if (reply.status === 201) await this.work(reply.body.id);
    return reply;
  }

  /** Each row's number and what becomes of it. */
  async outcomes(id: number): Promise<Record<number, string>> {
    const { body } = await this.call(`GET /api/admin/statement-imports/${id}/rows?limit=200`);
    return Object.fromEntries(body.rows.map((row: { id: number; outcome: string }) => [row.id, row.outcome]));
  }

  async get(id: number) {
    return (await this.call(`GET /api/admin/statement-imports/${id}`)).body;
  }
}

/** What the report says of all months, page after page. */
export async function allMonths(by: Importer): Promise<ReconciledMonth[]> {
  const all: ReconciledMonth[] = [];
  for (let after = ''; ; ) {
    const { body } = await by.call(`GET /api/admin/reconciliation${after && `?after=${after}`}`);
    all.push(...body.rows);
    if (body.next === null) return all;
    after = body.next;
  }
}

/** All that an import may change, as text: to see that it has, or has not. */
export async function standing({ database }: World): Promise<string> {
  const tables = ['bookings', 'platform_bookings', 'commissions', 'ledger_entries', 'ledger_balances', 'audit_inbox'];
  const parts = [];
  for (const table of tables) {
    const { rows } = await database.pool.query(`select to_jsonb(t)::text as row from ${table} t order by 1`);
    parts.push(rows.map(({ row }) => row).join('\n'));
  }
  return parts.join('\n\n');
}
