import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { Privacy } from '../../../../contract/privacy.ts';
import { ThirdParties } from '../../features/own-data/third-parties.tsx';
import { loader } from '../../loader.ts';
import { privacy as words } from '../../messages/en/privacy.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';

export const loadPrivacy = loader({ live: (api) => api('GET /api/privacy') });

/** Says what is kept, why and how long, as the server's own jobs have it, and whose servers a browser meets. */
export function PrivacyScreen() {
  const { kept, third_parties } = useLoaderData<Privacy>();
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.privacy}</h1>
        <p className={page.lead}>{words.lead}</p>
        <Motif />
      </div>
      <Part title={words.rights}>
        <p>{words.rightsText}</p>
        <ButtonLink to="/dashboard?tab=profile" look="plain" wide>
          {words.profile}
        </ButtonLink>
      </Part>
      <Part title={words.kept}>
        <ul role="list" className={list.rows}>
          {kept.map((one) => (
            <li key={one.kind} className={list.row} data-kind={one.kind}>
              <div className={list.words}>
                <p className={list.name}>{words.keptKinds[one.kind].what}</p>
                <p>{lengthOf(one)}</p>
                <p className={list.note}>{words.keptKinds[one.kind].why}</p>
              </div>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.others}>
        <p>{words.othersText}</p>
        <ThirdParties parties={third_parties} words={words.parties} />
      </Part>
      <Part title={words.gpc}>
        <p>{words.gpcText}</p>
      </Part>
      <Part title={words.cookies}>
        <p>{words.cookiesText}</p>
      </Part>
      <ButtonLink to="/licenses" reloadDocument look="quiet" wide>
        {words.licenses}
      </ButtonLink>
    </div>
  );
}

function lengthOf({ amount, unit }: Privacy['kept'][number]): string {
  if (amount === null) return words.forGood;
  return unit === 'days' ? words.days(amount) : words.months(amount);
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={page.section}>
    <h2>{title}</h2>
    {children}
  </section>
);
