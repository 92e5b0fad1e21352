import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newReportToken } from '../../server/features/partner-reports/report-link.ts';
import { ask } from './database.ts';
import type { Product } from './product.ts';

/** What the link of a report to a member of a partner holds, as the product signs it. */
export async function reportTokenOf(product: Product, email: string): Promise<string> {
  const [member] = await ask<{ organisationId: string; userId: string }>(
    product,
    `select m.organisation_id as "organisationId", m.user_id as "userId" from members m join users u on u.id = m.user_id where u.email = $1`,
    [email],
  );
  const secret = readFileSync(join(product.dataDir, 'secret.key'), 'utf8').trim();
  return newReportToken({ secretKeys: [secret] }, member!, new Date());
}
