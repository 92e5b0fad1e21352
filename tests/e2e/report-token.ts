import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newReportToken, newSubscriptionToken } from '../../server/features/partner-reports/report-link.ts';
import { ask } from './database.ts';
import type { Product } from './product.ts';

/** What the link of a report to a member of a partner holds, as the product signs it. */
export async function reportTokenOf(product: Product, email: string): Promise<string> {
  const [member] = await ask<{ organisationId: string; userId: string }>(
    product,
    `select m.organisation_id as "organisationId", m.user_id as "userId" from members m join users u on u.id = m.user_id where u.email = $1`,
    [email],
  );
  return newReportToken(keysOf(product), member!, new Date());
}

/** The same of a report of revenue to an administrator. */
export async function subscriptionTokenOf(product: Product, email: string): Promise<string> {
  const [admin] = await ask<{ userId: string }>(product, 'select id as "userId" from users where email = $1', [email]);
  return newSubscriptionToken(keysOf(product), { ...admin!, report: 'revenue' }, new Date());
}

const keysOf = ({ dataDir }: Product) =>
  ({ secretKeys: [readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()] }) as const;
