import { sql } from 'kysely';
import { appRole, type Db, type TransactionOptions, type Tx, withTransaction } from './database.ts';

/** Whose rows a piece of work may see and change: a person's own, an organisation's, or both of one who works for it. */
export interface Tenant {
  person?: string | undefined;
  organisation?: string | undefined;
}

/** The role such work is done under: rows of others are not there for it (db/migrations/0043_walls.sql). */
export const tenantRole = 'holoholo_tenant';

const tenants = new WeakMap<Tx, Tenant>();

/**
 * Runs work in one transaction that sees and changes what is the tenant's, whatever its statements ask for. Within a transaction
 * it is part of that one, which is its own again afterwards: what is nobody's own, as jobs are, belongs before or after it.
 * @throws as `withTransaction`; PostgreSQL's 42501 where the work asks for what no tenant may do at all.
 */
export async function withTenant<T>(
  db: Db,
  tenant: Tenant,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return await withTransaction(
    db,
    async (tx) => {
      const around = tenants.get(tx);
      if (around) {
        if (around.person !== tenant.person || around.organisation !== tenant.organisation)
          throw new Error('a transaction works for one tenant at a time');
        return await work(tx);
      }
      await sql`select set_config('role', ${tenantRole}, true), ${settingsOf(tenant)}, ${namesAre('walled, public')}`.execute(
        tx,
      );
      tenants.set(tx, tenant);
      try {
        const result = await work(tx);
        if (db.isTransaction) await leave(tx);
        return result;
      } catch (error) {
        // Whoever goes on after a refusal does so as before; after an error of the database nobody can.
        if (db.isTransaction) await leave(tx).catch(() => {});
        throw error;
      } finally {
        tenants.delete(tx);
      }
    },
    options,
  );
}

const settingsOf = ({ person = '', organisation = '' }: Tenant) =>
  sql`set_config('holoholo.person', ${person}, true), set_config('holoholo.organisation', ${organisation}, true)`;

/** A table that can have no policies is seen through a view of its name there (db/migrations/0072_own_and_shown.sql). */
const namesAre = (schemas: string) => sql`set_config('search_path', ${schemas}, true)`;

const leave = (tx: Tx) =>
  sql`select set_config('role', ${appRole}, true), ${settingsOf({})}, ${namesAre('public')}`.execute(tx);
