import { FiguresByCategory } from '../../features/activity/figures-by-category.tsx';
import { FiguresOverTime } from '../../features/activity/figures-over-time.tsx';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { sampleExperiences } from '../../features/scanning/sample-experiences.ts';
import { design as words } from '../../messages/en/design.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import list from '../../ui/list.module.css';
import { PersonIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tiles } from '../../ui/tiles.tsx';

export function Notices() {
  return (
    <>
      <Notice>{words.notices.info}</Notice>
      <Notice tone="ok">{words.notices.ok}</Notice>
      <Notice tone="warn">{words.notices.warn}</Notice>
      <Notice tone="bad" actions={<Button look="plain">{words.again}</Button>}>
        {words.notices.bad}
      </Notice>
    </>
  );
}

export function Entries() {
  return (
    <ul role="list" className={page.entries}>
      {sampleExperiences.map((one) => (
        <li key={one.id}>
          <ExperienceCard experience={one} access="none" />
        </li>
      ))}
    </ul>
  );
}

const week = [1, 0, 2, 0, 1, 5, 3].map((scans, day) => ({
  day: `2026-11-${14 + day}`,
  scans,
  bookings: Math.floor(scans / 2),
  saved: scans % 2,
}));
const kinds = [
  { category: 'Activities & Tours', bookings: 2, saved: 3 },
  { category: 'Restaurants', bookings: 1, saved: 1 },
] as const;

export function Rows() {
  return (
    <>
      <FilterLinks
        label={words.filter}
        options={words.filters.map((label, at) => ({ to: `?filter=${at}`, label, current: at === 0 }))}
      />
      <Tiles tiles={words.tiles} />
      <ul role="list" className={list.rows}>
        <li className={list.row}>
          <PersonIcon />
          <div className={list.words}>
            <p className={list.name}>{words.rowName}</p>
            <p className={list.note}>{words.rowNote}</p>
          </div>
          <Badge tone="sea">{words.tones.sea}</Badge>
        </li>
      </ul>
      <dl className={page.facts}>
        <div>
          <dt>{words.fact}</dt>
          <dd>{words.example}</dd>
        </div>
      </dl>
      <FiguresOverTime days={week} />
      <FiguresByCategory categories={[...kinds]} />
    </>
  );
}

export function States() {
  return (
    <>
      <Spinner />
      <Loaded skeleton={<CardSkeletons count={1} label={words.loading} />}>{null}</Loaded>
      <Loaded
        empty={
          <EmptyState title={words.empty} action={<Button>{words.again}</Button>}>
            {words.emptyText}
          </EmptyState>
        }
      >
        {null}
      </Loaded>
      <Loaded kept={{ isComing: true, asOf: words.notices.warn }} failed={words.notices.bad}>
        {null}
      </Loaded>
    </>
  );
}
