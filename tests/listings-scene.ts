import type { ListingImport } from '../contract/listing-imports.ts';
import { FileSender } from './file-sender.ts';
import { aTable } from './statement-files.ts';
import type { Reply } from './world.ts';

export const aboutIt =
  'Paddle out with the sunrise, past the reef and the turtles, and be back for breakfast on the beach at eight.';

/** What a row of a list of experiences has, by column. */
export const aListingRow = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...{ name: 'Makai Sunrise Paddle', description: aboutIt, category: 'Activities & Tours', address: '1 Beach Road' },
  ...{ booking_url: 'https://fareharbor.com/makai/items/7', commission_rate: '12%' },
  ...more,
});

/** A list of experiences as a file of text: a column for all that any row has. */
export function aListingFile(rows: readonly Readonly<Record<string, string>>[], delimiter?: string): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return aTable([header, ...rows.map((row) => header.map((name) => row[name] ?? ''))], delimiter);
}

/** An administrator who imports listings over HTTP, with the work done as a worker does it. */
export class ListingImporter extends FileSender {
  protected readonly purpose = 'listings';

  /** Takes a file up, as it is answered. */
  async start(content: Buffer | string, name?: string): Promise<Reply> {
    return await this.call('POST /api/admin/listing-imports', { upload_id: await this.upload(content, name) });
  }

  /** Takes a file up and has it checked. */
  async check(content: Buffer | string): Promise<ListingImport> {
    const { status, body } = await this.start(content);
    if (status !== 201) throw new Error(`a list is answered ${status} ${body.detail}`);
    if (body.work_id) await this.work(body.work_id);
    return await this.get(body.id);
  }

  /** Imports a checked file, as it is answered. */
  async import(id: number, body: object = {}): Promise<Reply> {
    const reply = await this.call(`POST /api/admin/listing-imports/${id}/import`, body);
    if (reply.status === 201) await this.work(reply.body.id);
    return reply;
  }

  async get(id: number): Promise<ListingImport> {
    return (await this.call(`GET /api/admin/listing-imports/${id}`)).body;
  }

  async rows(id: number, query = '') {
    return (await this.call(`GET /api/admin/listing-imports/${id}/rows?limit=200${query}`)).body.rows;
  }

  /** What is wrong in a file of these rows, each as its row, its column and the problem. */
  async faults(content: Buffer | string): Promise<string[]> {
    const { id } = await this.check(content);
    const rows: { id: number; faults: { column: string; problem: string }[] }[] = await this.rows(id, '&outcome=wrong');
    return rows.flatMap(({ id, faults }) => faults.map(({ column, problem }) => `${id} ${column}: ${problem}`));
  }
}
