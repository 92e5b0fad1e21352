import { type ReactNode, useState } from 'react';
import { saveReport } from '../../desk/report-file.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';

export type AskedReport = Parameters<typeof saveReport>[0];

/** Has a report made and saved; what went wrong is said beside it. */
export function ExportReport({ asked, children }: { asked: AskedReport; children: ReactNode }) {
  const [isDone, setDone] = useState(false);
  const { busy, problem, submit } = useSubmit({
    send: (given: AskedReport) => saveReport(given),
    done: () => setDone(true),
    refused: (failure) => words.exportFailed(refusalWords(failure)),
  });
  return (
    <>
      <Button
        look="plain"
        busy={busy}
        onClick={() => {
          setDone(false);
          void submit(asked);
        }}
      >
        {children}
      </Button>
      <Status>{isDone && <Notice tone="ok">{words.exported}</Notice>}</Status>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  );
}
