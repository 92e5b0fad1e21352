import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { ready } from './fixtures.ts';
import type { Product } from './product.ts';

export const admin = 'admin@example.com';

/** Long work that stands as it is told, in the hands of a worker that does nothing. @returns its id */
export async function work(product: Product, told: Record<string, unknown> = {}): Promise<string> {
  const row = {
    ...{ kind: 'scans-export', parameters: '{"from":"2026-11-01","to":"2026-11-02"}', mail_when_done: false },
    ...{ created_at: new Date(), state: 'waiting', done_steps: 0, ...told },
  };
  const names = Object.keys(row);
  const [{ id }] = await ask<{ id: string }>(
    product,
    `insert into long_work (asked_by, ${names.join()}) select id, ${names.map((_, at) => `$${at + 1}`).join()}
      from users where email = '${admin}' returning id`,
    Object.values(row),
  ).then((rows) => rows as [{ id: string }]);
  await ask(product, `insert into jobs.job (name, data, state, started_on) values ('long-work', $1, 'active', now())`, [
    { id },
  ]);
  return id;
}

/** A job that failed for good. */
export const deadLetter = (
  product: Product,
  queue: string,
  data: object,
  output: object = { code: 'EENVELOPE', response: 550 },
) =>
  ask(
    product,
    `insert into jobs.job (name, data, source_name, source_created_on, source_retry_count, source_output)
      values ($1::text || '-dead', $2, $1, now() - interval '1 day', 10, $3)`,
    [queue, data, output],
  );

/** News that stands as unreadable, whether it is or not. @returns its number */
export async function news(product: Product, text: string, problem = 'it is no JSON'): Promise<string> {
  const [row] = await ask<{ id: string }>(
    product,
    `insert into inbox (source, received_at, headers, body, digest, state, attempts, problem, settled_at)
      values ('demo', now(), '{"content-type":"application/json"}', convert_to($1, 'utf8'), '', 'unreadable', 1, $2, now()) returning id`,
    [text, problem],
  );
  return row!.id;
}

export const clear = (product: Product) =>
  ask(
    product,
    `delete from long_work; delete from inbox; delete from jobs.job where name like '%-dead' or name = 'long-work'`,
  );

/** What the head and the links to the lists count. */
export const figures = async (page: Page) => {
  const [sentence, dead, unreadable] = await Promise.all([
    page.getByText(/^Waiting or running: /).innerText(),
    page.getByRole('link', { name: /^Dead letters: / }).innerText(),
    page.getByRole('link', { name: /^Unreadable news: / }).innerText(),
  ]);
  return [...sentence.matchAll(/\d+/g), ...dead.matchAll(/\d+/g), ...unreadable.matchAll(/\d+/g)].map(Number);
};

export const again = async (page: Page) => {
  await page.reload();
  await ready(page);
  return await figures(page);
};
