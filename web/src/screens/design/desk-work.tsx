import type { LongWork } from '../../../../contract/work.ts';
import { LongWorkStanding } from '../../desk/long-work.tsx';
import { PolledNotice } from '../../desk/polled-notice.tsx';
import { design } from '../../messages/en/design.ts';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Tiles } from '../../ui/tiles.tsx';

const words = design.desk;
const at = '2026-11-20T17:12:00Z';

const work: LongWork = {
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'scans-export',
  parameters: {},
  state: 'waiting',
  progress: { done: 0, total: null },
  result: null,
  problem: null,
  created_at: at,
  started_at: null,
  ended_at: null,
};
const result = { name: 'scans.csv', bytes: 12_400, media_type: 'text/csv', expires_at: '2026-11-27T17:12:00Z' };

const standings: Record<keyof typeof words.standings, LongWork> = {
  waiting: work,
  running: { ...work, state: 'running', progress: { done: 36, total: 48 } },
  endless: { ...work, state: 'running', progress: { done: 1_240, total: null } },
  done: { ...work, state: 'done', progress: { done: 48, total: 48 }, result },
  expired: { ...work, state: 'done', progress: { done: 48, total: 48 } },
  failed: { ...work, state: 'failed', progress: { done: 7, total: 48 }, problem: 'no_room' },
  cancelled: { ...work, state: 'cancelled', progress: { done: 7, total: 48 } },
};

/** Long work as it can stand. */
export function DeskWork() {
  return (Object.keys(standings) as (keyof typeof standings)[]).map((name) => (
    <section key={name} className={page.section}>
      <h2>{words.standings[name]}</h2>
      <LongWorkStanding work={standings[name]} onCancel={() => {}} />
    </section>
  ));
}

const asked = { reachedAt: at, isAsking: false, askNow: () => {} };
const polled = {
  fresh: { ...asked, hindered: null },
  stale: { ...asked, hindered: 'offline' },
  failed: { ...asked, hindered: 'unreached' },
} as const;

/** What is asked again and again, as the answer comes, cannot come, and does not come. */
export function DeskPolled() {
  return (Object.keys(polled) as (keyof typeof polled)[]).map((name) => (
    <section key={name} className={page.section}>
      <h2>{words.polled[name]}</h2>
      <PolledNotice of={polled[name]} />
      <Tiles tiles={design.tiles} />
      {name === 'fresh' && <Notice>{words.polledFresh}</Notice>}
    </section>
  ));
}
