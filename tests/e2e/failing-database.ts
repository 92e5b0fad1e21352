import type { Page } from '@playwright/test';
import { appRole } from '../../server/platform/database/database.ts';
import { tenantRole } from '../../server/platform/database/tenants.store.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import type { Product } from './product.ts';

const statements = ['select', 'insert', 'update', 'delete'] as const;
type Statement = (typeof statements)[number];
const roles = `${appRole}, ${tenantRole}`;

/** What the database answers with, for the server to make of it what it does: a fault that nobody foresaw, or being too busy. */
const failures = { internal: ['XX000', 500], unavailable: ['57014', 503] } as const;

/** Tables that fail at this moment. */
const failing = new WeakMap<Product, Set<string>>();

/**
 * The application's statements of these kinds on a table fail from now on, until the database is mended or the test ends: the
 * server answers what needs them with this refusal, of itself.
 * @param refused the address that a page meets the refusal at, which must occur; `*` stands for anything.
 */
export async function failAt(
  page: Page,
  product: Product,
  code: keyof typeof failures,
  table: string,
  refused: string,
  kinds: readonly Statement[] = statements,
): Promise<void> {
  const [state, status] = failures[code];
  expectErrors(page, `${status} ${refused}`);
  const tables = failing.get(product) ?? new Set();
  failing.set(product, tables.add(table));
  // A function that promises to be the same for ever is called as a statement is planned, whether there are rows or not.
  const policies = statements.map((kind) => {
    const passes = kinds.includes(kind) ? `fail_${code}()` : 'true';
    const clause = { select: 'using', delete: 'using', insert: 'with check', update: 'using' }[kind];
    return `create policy failing_${kind} on ${table} as restrictive for ${kind} to ${roles} ${clause} (${passes})`;
  });
  await ask(
    product,
    `begin;
    ${mending(table)}
    create or replace function fail_${code}() returns boolean immutable language plpgsql as
      $$ begin raise exception 'made to fail by a test' using errcode = '${state}'; end $$;
    grant execute on function fail_${code}() to ${roles};
    ${policies.join(';\n')};
    do $$ begin
      if not (select relrowsecurity from pg_class where oid = '${table}'::regclass) then
        create policy failing_passes on ${table} to ${roles} using (true) with check (true);
        alter table ${table} enable row level security;
      end if;
    end $$;
    commit`,
  );
}

/** All that was made to fail works again. */
export async function mendDatabase(product: Product): Promise<void> {
  const tables = failing.get(product);
  if (!tables?.size) return;
  await ask(product, [...tables].map(mending).join('\n'));
  tables.clear();
}

/** Takes the policies away, and row security where that was brought by them. */
const mending = (table: string) =>
  `do $$ begin
    if exists (select from pg_policy where polrelid = '${table}'::regclass and polname = 'failing_passes') then
      alter table ${table} disable row level security;
    end if;
  end $$;
  ${['passes', ...statements].map((kind) => `drop policy if exists failing_${kind} on ${table};`).join('\n')}`;
