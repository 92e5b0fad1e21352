import { useState } from 'react';
import type { StatementImportDetail } from '../../../../contract/statement-imports.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import { Switch } from '../../ui/choice.tsx';

interface StatementSheetProps {
  statement: StatementImportDetail;
  onClose: () => void;
  onDone: (said: string) => void;
  /** Told the id of the long work that does it. */
  onBegun: (id: string) => void;
}

/** Asks for the reason that the audit log keeps, and begins to apply a statement. */
export function StatementSheet({ statement: { id, rows, applied_rows, outcomes }, ...given }: StatementSheetProps) {
  const [isLeftOut, leaveOut] = useState(false);
  const { unreadable } = outcomes;
  return (
    <ReasonSheet
      draft={`apply statement ${id}`}
      title={words.applyTitle}
      text={words.applyText(rows - applied_rows - (isLeftOut ? unreadable : 0))}
      onClose={given.onClose}
      onDone={given.onDone}
      send={async (text, api) => {
        const body = { leave_out_unreadable: isLeftOut, reason: text('reason') };
        const request = { params: { id: String(id) }, body };
        const work = await confirmed(() => api('POST /api/admin/statement-imports/{id}/apply', request));
        given.onBegun(work.id);
        return words.begun;
      }}
    >
      {() => unreadable > 0 && <Switch label={words.leaveOut(unreadable)} checked={isLeftOut} onChange={leaveOut} />}
    </ReasonSheet>
  );
}
