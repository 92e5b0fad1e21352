import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubmit } from '../../use-submit.ts';
import type { AskedReport } from './export-report.tsx';

/** Has a report made by long work, which the screen follows from then on and a mail tells of. */
export function MailReport({ asked }: { asked: AskedReport }) {
  const address = useTableAddress();
  const { busy, problem, submit } = useSubmit({
    send: (given: AskedReport, api) =>
      api('POST /api/reports/generate', { body: { ...given, instant: false, mail_when_done: true } }),
    done: ({ id }) => address.change({ [followedName]: id }),
    late: () => {},
    refused: (failure) => words.exportFailed(refusalWords(failure)),
  });
  return (
    <>
      <Button look="plain" busy={busy} onClick={() => void submit(asked)}>
        {words.mailReport}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  );
}
