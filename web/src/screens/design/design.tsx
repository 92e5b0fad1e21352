import { useState } from 'react';
import { design as words } from '../../messages/en/design.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import { Buttons, Choices, Fields } from './controls.tsx';
import styles from './design.module.css';
import { DeskForms } from './desk-forms.tsx';
import { Badges, Colors, Icons, Type } from './foundations.tsx';
import { Entries, Notices, Rows, States } from './messages-and-lists.tsx';

const sections = {
  colors: Colors,
  type: Type,
  buttons: Buttons,
  badges: Badges,
  fields: Fields,
  choices: Choices,
  notices: Notices,
  entries: Entries,
  rows: Rows,
  states: States,
  icons: Icons,
  deskForms: DeskForms,
};

/** The design language as it stands: every component in its states, in any theme. Part of the demo only. */
export function DesignScreen() {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [contrast, setContrast] = useState<'normal' | 'more'>('normal');
  const { dataset } = typeof document === 'undefined' ? { dataset: {} as DOMStringMap } : document.documentElement;
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.design}</h1>
        <p className={page.lead}>{words.lead}</p>
        <ButtonLink look="plain" to="/dev/design/desk">
          {words.desk.link}
        </ButtonLink>
      </div>
      <Choice
        legend={words.theme}
        options={words.themes}
        value={theme}
        onChange={(next) => {
          dataset.theme = next;
          setTheme(next);
        }}
      />
      <Choice
        legend={words.contrast}
        options={words.contrasts}
        value={contrast}
        onChange={(next) => {
          dataset.contrast = next;
          setContrast(next);
        }}
      />
      {(Object.keys(sections) as (keyof typeof sections)[]).map((name) => {
        const Section = sections[name];
        return (
          <section key={name} className={`${page.section} ${styles.section}`} aria-labelledby={name}>
            <div className={page.title}>
              <h2 id={name}>{words.sections[name]}</h2>
              <Motif />
            </div>
            <Section />
          </section>
        );
      })}
    </div>
  );
}
