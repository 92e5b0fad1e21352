import { ask } from './database.ts';
import type { Product } from './product.ts';

/** Has what waits to be confirmed be proposed by somebody else, so that whoever is an administrator confirms it. */
export const proposedByAnother = (product: Product, email: string) =>
  ask(
    product,
    `update rate_changes set proposed_by = (select id from users where email = $1) where state = 'proposed'`,
    [email],
  );
