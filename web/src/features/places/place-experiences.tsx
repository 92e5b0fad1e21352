import { Fragment, type ReactNode } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import { messages } from '../../messages/index.ts';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import { type CardProps, ExperienceCard } from '../listings/experience-card.tsx';
import styles from './place-experiences.module.css';

interface PlaceExperiencesProps extends Omit<CardProps, 'experience'> {
  experiences: readonly Experience[];
  /** What stands after so many of them, and is none of them: items of the list. */
  after?: (count: number) => ReactNode;
}

/** What a place recommends, in its people's order, as the numbered entries of a guide. */
export function PlaceExperiences({ experiences, after, ...card }: PlaceExperiencesProps) {
  return (
    <section className={page.section} aria-labelledby="available">
      <div className={page.title}>
        <h2 id="available" className={styles.count}>
          {messages.place.available} <span>{experiences.length}</span>
        </h2>
        <Motif />
      </div>
      <ol role="list" className={`${page.entries} ${styles.numbered}`}>
        {experiences.map((one, index) => (
          <Fragment key={one.id}>
            <li>
              <ExperienceCard experience={one} {...card} />
            </li>
            {after?.(index + 1)}
          </Fragment>
        ))}
      </ol>
    </section>
  );
}
