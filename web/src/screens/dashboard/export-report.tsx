import { type ReactNode, useState } from 'react';
import { saveReport } from '../../desk/report-file.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';

export type AskedReport = Parameters<typeof saveReport>[0];

/** Has a report made and saved, or, where that takes longer, followed by the screen; what went wrong is said beside it. */
export function ExportReport({ asked, children }: { asked: AskedReport; children: ReactNode }) {
  const [said, setSaid] = useState<string | null>(null);
  const address = useTableAddress();
  const { busy, problem, submit } = useSubmit({
    send: (given: AskedReport) => saveReport(given),
    done: (work) => {
      setSaid(work ? words.exportLong : words.exported);
      if (work) address.change({ [followedName]: work.id });
    },
    refused: (failure) => words.exportFailed(refusalWords(failure)),
  });
  return (
    <>
      <Button
        look="plain"
        busy={busy}
        onClick={() => {
          setSaid(null);
          void submit(asked);
        }}
      >
        {children}
      </Button>
      <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  );
}
