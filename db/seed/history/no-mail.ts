import { type KyselyPlugin, OperationNodeTransformer, type UpdateQueryNode, ValueNode } from 'kysely';
import type { Db } from '../../../server/platform/database/database.ts';

/** Says of no booking that its traveler is owed a mail. */
class OwesNoMail extends OperationNodeTransformer {
  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const updates = node.updates?.map((update) => {
      const isDue = update.column.kind === 'ColumnNode' && JSON.stringify(update.column).includes('"mail_due_at"');
      return isDue ? { ...update, value: ValueNode.create(null) } : update;
    });
    return super.transformUpdateQuery(updates ? { ...node, updates } : node);
  }
}

/**
 * The same database, through which no mail about a booking ever becomes due: the present, which sends such mails, shares it, and nobody
 * invented waits for one.
 */
export function withoutMail(db: Db): Db {
  const transformer = new OwesNoMail();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (node.kind === 'UpdateQueryNode' ? transformer.transformNode(node) : node),
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}
