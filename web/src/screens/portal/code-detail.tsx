import { Detail } from '../../desk/detail.tsx';
import { DownloadLink } from '../../desk/download-link.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import type { Change } from '../../desk/use-change.tsx';
import { portalCodes as words } from '../../messages/en/portal-desk.ts';
import { printKit } from '../../messages/en/print-kit-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { AlertsOfCode } from './code-alerts.tsx';
import { CodeState, fileOf, isOpenCode } from './code-columns.tsx';
import type { CodeAction } from './code-sheet.tsx';
import type { CodeLine } from './load-codes.ts';
import { usePartnerView } from './partner-view.ts';
import styles from './portal.module.css';
import { PrintKit } from './print-kit.tsx';

/** The largest that a code is drawn in: 17 cm wide. */
const forPrint = 'format=png&size=2000&dpi=300';

interface CodeDetailProps {
  code: CodeLine;
  /** How many experiences guests see where it leads. */
  shown: number | undefined;
  change: Change<CodeAction>;
}

/** What its partner does with a code. */
function CodeDeeds({ code, change }: Pick<CodeDetailProps, 'code' | 'change'>) {
  const address = useTableAddress();
  return (
    <>
      <div className={page.actions}>
        <Button
          look="plain"
          onClick={() => change.begin({ kind: code.status === 'active' ? 'pause' : 'resume', code })}
        >
          {code.status === 'active' ? words.pause : words.resume}
        </Button>
        <Button look="plain" onClick={() => change.begin({ kind: 'change', code })}>
          {words.change}
        </Button>
        <ButtonLink look="quiet" to={address.to({ view: 'new', replaces: code.qr_code_id, open: null })}>
          {words.replace}
        </ButtonLink>
      </div>
      <PrintKit key={code.id} code={code} />
    </>
  );
}

/** One code: its picture, what is known of it, its files, and what can be done with it. */
export function CodeDetail({ code, shown, change }: CodeDetailProps) {
  const { columns } = words;
  const isView = usePartnerView() !== null;
  const facts = [
    [columns.code, code.qr_code_id],
    ...(code.label ? ([[columns.label, code.label]] as const) : []),
    ...(code.location_description ? ([[columns.description, code.location_description]] as const) : []),
    [columns.status, <CodeState key="state" state={code.status} />],
    [columns.scans, words.number(code.scan_count)],
    [columns.last, code.last_scanned_at ? words.calendarDay(code.last_scanned_at) : words.never],
    [columns.created, words.moment(code.created_at)],
    ...(code.replaced_by ? ([[words.replacedBy, code.replaced_by]] as const) : []),
  ] as const;
  return (
    <Detail label={words.detail} title={code.location_name} facts={facts}>
      <AlertsOfCode code={code} />
      <img
        className={styles.code}
        src={code.qr_image_url}
        alt={words.image(code.location_name)}
        width="320"
        height="320"
      />
      {isOpenCode(code) && (
        <>
          {shown === 0 && <Notice>{words.nothingShown(code.location_name)}</Notice>}
          {code.status === 'paused' && <Notice>{words.printedPaused}</Notice>}
          <h3>{words.downloads}</h3>
          <ul role="list" className={styles.files}>
            <li>
              <a {...fileOf(code, 'format=svg', 'svg')}>{words.svg}</a>
            </li>
            <li>
              <a {...fileOf(code, 'format=png', 'png')}>{words.png}</a>
            </li>
            <li>
              <a {...fileOf(code, forPrint, 'png')}>{words.print}</a>
            </li>
            {!isView && (
              <li>
                <DownloadLink
                  className={undefined}
                  href={`/api/partner-portal/qr-code/${code.id}/print-kit/file?format=code`}
                  ready={(api) =>
                    api('GET /api/partner-portal/qr-code/{qr_code_id}/print-kit', {
                      params: { qr_code_id: code.id },
                      query: { format: 'code' },
                    })
                  }
                >
                  {printKit.pdf}
                </DownloadLink>
              </li>
            )}
          </ul>
          {!isView && <CodeDeeds code={code} change={change} />}
        </>
      )}
    </Detail>
  );
}
