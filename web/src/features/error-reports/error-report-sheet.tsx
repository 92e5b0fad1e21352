import { type FormEvent, useState } from 'react';
import { browserApi } from '../../api.ts';
import { errorReport as words } from '../../messages/en/error-report.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './error-report-sheet.module.css';

interface ErrorReportSheetProps {
  errorId: string;
  productName: string;
  onClose: () => void;
}

/** Asks what somebody was doing when something went wrong, and sends it. */
export function ErrorReportSheet({ errorId, productName, onClose }: ErrorReportSheetProps) {
  const [context, setContext] = useState('');
  const [step, setStep] = useState<'writing' | 'sending' | 'sent' | 'failed'>('writing');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setStep('sending');
    try {
      await browserApi('POST /api/errors/report', {
        body: { error_id: errorId, user_report: true, additional_context: context },
      });
      setStep('sent');
    } catch {
      setStep('failed');
    }
  };
  return (
    <Sheet open onClose={onClose} title={words.title} closeLabel={words.close}>
      {(close) => (
        <>
          <Status>{step === 'sent' && <Notice tone="ok">{words.sent(productName)}</Notice>}</Status>
          {step === 'sent' ? (
            <Button wide onClick={close}>
              {words.close}
            </Button>
          ) : (
            <form className={styles.form} onSubmit={send}>
              <p>{words.lead(errorId)}</p>
              <TextArea
                label={words.field}
                hint={words.hint}
                rows={4}
                maxLength={2000}
                value={context}
                onChange={(event) => setContext(event.target.value)}
              />
              {step === 'failed' && <Notice tone="bad">{words.failed}</Notice>}
              <Button type="submit" wide busy={step === 'sending'}>
                {step === 'sending' ? words.sending : words.send}
              </Button>
            </form>
          )}
        </>
      )}
    </Sheet>
  );
}
