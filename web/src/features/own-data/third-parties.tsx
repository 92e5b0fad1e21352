import type { Privacy, ThirdPartyKind } from '../../../../contract/privacy.ts';
import list from '../../ui/list.module.css';

export type ThirdPartyWords = Record<ThirdPartyKind, { what: string; none: string; more?: string }>;

interface ThirdPartiesProps {
  parties: Privacy['third_parties'];
  words: ThirdPartyWords;
}

/** Whose servers a browser meets, and for what. */
export const ThirdParties = ({ parties, words }: ThirdPartiesProps) => (
  <ul role="list" className={list.rows}>
    {parties.map(({ kind, hosts }) => (
      <li key={kind} className={list.row} data-kind={kind}>
        <div className={list.words}>
          <p className={list.name}>{hosts.length ? words[kind].what : words[kind].none}</p>
          {hosts.length > 0 && words[kind].more && <p>{words[kind].more}</p>}
          {hosts.length > 0 && <p className={list.note}>{hosts.join(', ')}</p>}
        </div>
      </li>
    ))}
  </ul>
);
