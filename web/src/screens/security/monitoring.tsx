import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import type { DeskLoaded } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { MeantFigures } from '../../desk/meant-figures.tsx';
import { PolledNotice } from '../../desk/polled-notice.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { useChange } from '../../desk/use-change.tsx';
import { usePolled } from '../../desk/use-polled.ts';
import { useSession } from '../../features/session/use-session.ts';
import { desk } from '../../messages/en/desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { ActiveAlerts } from './active-alerts.tsx';
import { EndedAlerts } from './ended-alerts.tsx';
import { EventDetail } from './event-detail.tsx';
import { HealthChecks } from './health-checks.tsx';
import {
  askMonitoring,
  loadMonitoring,
  type MonitoringData,
  rememberMonitoring,
  type Sampled,
} from './load-monitoring.ts';
import { RecentEvents } from './recent-events.tsx';
import styles from './security.module.css';
import { securityTabs } from './security-tabs.ts';

export { SectionFailed } from './section-failed.tsx';

export { loadMonitoring };

/** The specification's: security data is asked for again so often. */
const everyMs = 30_000;

/** How the platform is, what the rules have found, and what happened: where an administrator sees trouble first. */
export function MonitoringScreen() {
  const loaded = useLoaderData<MonitoringData & DeskLoaded>();
  const address = useTableAddress();
  const polled = usePolled({
    loaded,
    ask: (api) => askMonitoring(api, address.query),
    everyMs: () => everyMs,
  });
  const { health, alerts, ended, list: events, samples, earlier, isDegradedSample } = polled.answer;
  const isSample = (part: Sampled) => samples.includes(part);
  const userId = useSession().user?.id;
  useEffect(() => {
    if (userId && !loaded.unreached) rememberMonitoring(userId, loaded.answers, polled.answer);
  }, [userId, loaded, polled.answer]);
  const open = isSample('events') ? undefined : events.rows.find(({ id }) => id === address.get('open'));
  const change = useChange<never>();
  const tell = (said: string) => {
    change.tell(said);
    polled.askNow();
  };
  return (
    <Loaded>
      <DeskFrame
        title={titles.security}
        sentence={isSample('health') ? desk.sampleSentence : words.sentence(health)}
        tabs={securityTabs('monitoring')}
        detail={
          open && (
            <>
              {change.notice}
              <EventDetail key={open.id} event={open} onResolved={() => tell(words.resolved)} />
            </>
          )
        }
      >
        <PolledNotice of={polled} />
        {!open && change.notice}
        <div className={styles.refresh}>
          <Button look="plain" busy={polled.isAsking} onClick={polled.askNow}>
            {polled.isAsking ? words.refreshing : words.refresh}
          </Button>
          {samples.length === 0 && Object.keys(earlier).length === 0 && (
            <p className={list.note}>{words.asOf(polled.answer.at)}</p>
          )}
        </div>
        <section className={page.section} aria-labelledby="alerts">
          <h2 id="alerts">{words.alerts}</h2>
          {isSample('alerts') && <SampleLabel />}
          <EarlierLabel at={earlier.alerts} />
          <ActiveAlerts alerts={alerts} isSample={isSample('alerts')} onDismissed={() => tell(words.dismissed)} />
        </section>
        <section className={page.section} aria-labelledby="health">
          <h2 id="health">{words.health}</h2>
          {isSample('health') && <SampleLabel text={isDegradedSample ? words.degradedSample : undefined} />}
          <EarlierLabel at={earlier.health} />
          <Health of={health} />
        </section>
        <section className={page.section} aria-labelledby="events">
          <h2 id="events">{words.events}</h2>
          {isSample('events') && <SampleLabel />}
          <EarlierLabel at={earlier.events} />
          <RecentEvents list={events} opens={!isSample('events')} />
        </section>
        {ended && (
          <section className={page.section} aria-labelledby="ended">
            <h2 id="ended">{words.ended}</h2>
            <EarlierLabel at={earlier.alerts} />
            <EndedAlerts list={ended} />
          </section>
        )}
      </DeskFrame>
    </Loaded>
  );
}

const SampleLabel = ({ text = desk.sampleText }: { text?: string | undefined }) => (
  <Notice tone="warn" title={desk.sample}>
    <p>{text}</p>
  </Notice>
);

const EarlierLabel = ({ at }: { at: string | undefined }) => at && <Notice tone="warn">{words.earlier(at)}</Notice>;

function Health({ of }: { of: MonitoringData['health'] }) {
  const { ssl_certificate_days: days, ssl_certificate_applies: applies } = of;
  const figure = (name: string, shown: string, meaning: string) => ({ name, figure: shown, meaning });
  return (
    <>
      {days !== null && days <= 30 && (
        <Notice
          tone={days <= 7 ? 'bad' : 'warn'}
          title={`${words.certificate}: ${words.certificateDays(days, applies)}`}
        >
          <p>{words.certificateMeaning(days, applies)}</p>
        </Notice>
      )}
      <MeantFigures
        figures={[
          figure(words.health, words.percent(of.overall_health), words.healthMeaning),
          figure(words.threats, words.number(of.active_threats), words.threatsMeaning),
          figure(words.response, words.milliseconds(of.api_response_time), words.responseMeaning),
          figure(words.platformStatus, words.platform[of.platform_status], words.platformMeaning),
          figure(words.backups, words.backupStatus[of.backup_status], words.backupMeaning(of)),
          figure(
            words.connections,
            words.connectionsOf(of.database_connections, of.most_database_connections),
            words.connectionsMeaning,
          ),
          figure(words.certificate, words.certificateDays(days, applies), words.certificateMeaning(days, applies)),
          figure(words.invented, words.number(of.invented_scans), words.inventedMeaning),
          figure(words.mistyped, words.number(of.mistyped_scans), words.mistypedMeaning),
          figure(words.lastScan, words.scannedAt(of.last_security_scan), words.lastScanMeaning),
        ]}
      />
      <h3>{words.checks}</h3>
      <HealthChecks of={of.checks} />
    </>
  );
}
