import { useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { QrData } from '../../../../contract/scanning.ts';
import { waitsInPageAlone } from '../../device/outbox-store.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import type { Source } from '../../features/scanning/use-scan.ts';
import { scan as words } from '../../messages/en/scan.ts';
import { messages } from '../../messages/index.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { useCardBooking } from '../../shell/sign-in-prompt.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PinIcon, ScanIcon } from '../../ui/icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { SameRoom } from '../../ui/same-room.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './scan.module.css';

interface ScanResultProps {
  source: Source;
  /** Null for the sample set, which stands for no place. */
  qr: QrData | null;
  experiences: readonly Experience[];
  /** The scan is kept on the device and sent later. */
  waiting?: boolean | undefined;
  /** Asks for a scan that waits once more: a network that was silent may be there by now. */
  onAgain: () => Promise<void>;
  onAnother: () => void;
}

/**
 * The place a code stands for, with what it recommends, and whether that is live, kept or only a sample. That comes after the
 * heading: whoever cannot see the screen goes on from there.
 */
export function ScanResult({ source, qr, experiences, waiting, onAgain, onAnother }: ScanResultProps) {
  const booking = useCardBooking();
  const isSample = source.kind === 'sample';
  return (
    <>
      {qr && (
        <div className={page.head}>
          <h1 lang={contentLanguage}>{qr.location_name}</h1>
          <p className={styles.address} lang={contentLanguage}>
            <PinIcon />
            {qr.address}
          </p>
          <p lang={contentLanguage}>{qr.location_description}</p>
        </div>
      )}
      <Status>
        {source.kind === 'kept' && <KeptNotices keptAt={source.keptAt} waiting={waiting} onAgain={onAgain} />}
        {source.kind === 'live' && source.after && (
          <SameRoom as={<KeptNotices keptAt={source.after} waiting onAgain={onAgain} />}>
            <Notice tone="ok">{words.upToDate}</Notice>
          </SameRoom>
        )}
      </Status>
      {isSample && waiting && <WaitingNotice onAgain={onAgain} />}
      {isSample && (
        <Notice tone="warn" title={words.loadFailed}>
          <p>
            <Badge tone="warn">{words.sample}</Badge> {words.sampleText}
          </p>
        </Notice>
      )}
      {qr?.demo && (
        <Notice title={words.demo}>
          <p>{words.demoText}</p>
        </Notice>
      )}
      <section className={page.section} aria-labelledby="scanned">
        <div className={page.title}>
          <h2 id="scanned" className={styles.count}>
            {messages.place.available} <span>{experiences.length}</span>
          </h2>
          <Motif />
        </div>
        {experiences.length === 0 ? (
          <EmptyState
            title={messages.place.none}
            action={<ButtonLink to="/explore">{messages.place.explore}</ButtonLink>}
          >
            {messages.place.noneText}
          </EmptyState>
        ) : (
          <ol role="list" className={page.entries}>
            {experiences.map((one) => (
              <li key={one.id}>
                <ExperienceCard
                  experience={one}
                  {...booking}
                  {...(isSample ? { access: 'none' as const, save: undefined } : {})}
                  returnTo={qr ? `/location/${qr.location_id}` : undefined}
                />
              </li>
            ))}
          </ol>
        )}
      </section>
      <Button wide onClick={onAnother}>
        <ScanIcon />
        {words.another}
      </Button>
      {qr && (
        <ButtonLink look="quiet" to={`/location/${qr.location_id}`}>
          {words.openPlace}
        </ButtonLink>
      )}
    </>
  );
}

/** That a scan waits, which may be tried before the browser notices a network. */
function WaitingNotice({ onAgain }: Pick<ScanResultProps, 'onAgain'>) {
  const [isAsking, setAsking] = useState(false);
  // A phone whose storage is full or forbidden could not keep it.
  const [isHere] = useState(waitsInPageAlone);
  const ask = async () => {
    setAsking(true);
    await onAgain().finally(() => setAsking(false));
  };
  const again = (
    <Button look="plain" busy={isAsking} onClick={() => void ask()}>
      {isAsking ? words.asking : words.again}
    </Button>
  );
  return (
    <Notice title={isHere ? words.waitingHere : words.waiting} actions={again}>
      {isHere ? words.waitingHereText : words.waitingText}
    </Notice>
  );
}

interface KeptNoticesProps extends Pick<ScanResultProps, 'waiting' | 'onAgain'> {
  keptAt: string;
}

/** That what is shown is not the server's answer, and what becomes of the scan. */
const KeptNotices = ({ keptAt, waiting, onAgain }: KeptNoticesProps) => (
  <div className={`${page.page} ${page.inner}`}>
    {waiting && <WaitingNotice onAgain={onAgain} />}
    <Notice tone="warn">{words.kept(keptAt)}</Notice>
  </div>
);
