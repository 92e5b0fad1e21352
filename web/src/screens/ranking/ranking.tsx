import type { ReactNode } from 'react';
import { recommendationWeights } from '../../../../contract/recommendation-score.ts';
import { ranking as words } from '../../messages/en/ranking.ts';
import { titles } from '../../messages/en/screens.ts';
import { messages } from '../../messages/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import styles from './ranking.module.css';

const parts = Object.keys(recommendationWeights) as (keyof typeof recommendationWeights)[];

/** Says what decides about every order of experiences, and what never does. */
export function RankingScreen() {
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.ranking}</h1>
        <p className={page.lead}>{words.lead}</p>
        <Motif />
      </div>
      <Part title={words.place}>
        <p>{words.placeText}</p>
      </Part>
      <Part title={words.all}>
        <InOrder of={words.allOrder} />
      </Part>
      <Part title={words.search}>
        <InOrder of={words.searchOrder} />
      </Part>
      <Part title={words.goesWith}>
        <p>{words.goesWithText}</p>
        <dl className={page.facts}>
          {parts.map((part) => (
            <div key={part}>
              <dt>{words.pointsOf(part)}</dt>
              <dd>{words.points[part]}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={words.sponsored}>
        {words.sponsoredText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Part>
      <Part title={words.never}>
        <ul className={styles.list}>
          {words.neverOrder.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>{words.log}</p>
      </Part>
      <ButtonLink to="/explore" look="plain" wide>
        {messages.place.explore}
      </ButtonLink>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={page.section}>
    <h2>{title}</h2>
    {children}
  </section>
);

const InOrder = ({ of }: { of: readonly string[] }) => (
  <ol className={styles.list}>
    {of.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ol>
);
