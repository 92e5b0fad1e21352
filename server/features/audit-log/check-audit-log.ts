import { z } from 'zod';
import type { AuditCheck } from '../../../contract/audit-log.ts';
import { verifyAuditChain } from '../../platform/audit/audit.ts';
import { anchorFileOf } from '../../platform/audit/audit-anchors.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';

/** The whole chain, checked; its file is what was found (`auditCheck` of contract/audit-log.ts). */
export const auditLogCheck = declareLongWork({
  parameters: z.object({}),
  file: () => ({ name: 'audit-check.json', type: 'application/json' }),
  run: async function* ({ db, settings, report, signal }) {
    const watch = (done: number, total: number) => {
      signal.throwIfAborted();
      report(done, total);
    };
    const { head, anchoredUpTo, erasedDetails, damage } = await verifyAuditChain(db, anchorFileOf(settings), watch);
    const found: AuditCheck = {
      holds_up_to: head.sequence,
      anchored_up_to: anchoredUpTo,
      erased: erasedDetails,
      damage: damage ? { entry: damage.sequence, what: damage.message } : null,
    };
    yield JSON.stringify(found);
  },
});
