import { useState } from 'react';
import { errorReport as words } from '../../messages/en/error-report.ts';
import { type Filled, SubmitForm } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './error-report-sheet.module.css';

interface ErrorReportSheetProps {
  errorId: string;
  productName: string;
  onClose: () => void;
}

/** Asks what somebody was doing when something went wrong, and sends it. */
export function ErrorReportSheet({ errorId, productName, onClose }: ErrorReportSheetProps) {
  const [isSent, setSent] = useState(false);
  const report = useSubmit({
    send: ({ text }: Filled, api) =>
      api('POST /api/errors/report', {
        body: { error_id: errorId, user_report: true, additional_context: text('additional_context') },
      }),
    done: () => setSent(true),
    refused: () => words.failed,
  });
  return (
    <Sheet open onClose={onClose} title={words.title} closeLabel={words.close}>
      {(close) => (
        <>
          <Status>{isSent && <Notice tone="ok">{words.sent(productName)}</Notice>}</Status>
          {isSent ? (
            <Button wide onClick={close}>
              {words.close}
            </Button>
          ) : (
            <SubmitForm of={report} label={words.send} busyLabel={words.sending} className={styles.form}>
              <p>{words.lead(errorId)}</p>
              <TextArea
                {...report.field('additional_context')}
                label={words.field}
                hint={words.hint}
                rows={4}
                maxLength={2000}
              />
            </SubmitForm>
          )}
        </>
      )}
    </Sheet>
  );
}
