import { settings as words } from '../../messages/en/settings.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Switch } from '../../ui/choice.tsx';
import { PrivacySwitch } from './privacy-switch.tsx';
import styles from './settings-form.module.css';
import { useSettings } from './use-settings.ts';

type SwitchName = keyof typeof words.switches;

/** How the product looks and behaves on this device. Every change acts at once. */
export function SettingsForm() {
  const { settings, isChosen, choose, reset } = useSettings();
  const flip = (name: SwitchName, on: boolean) => {
    choose({ [name]: on });
    const { label } = words.switches[name];
    if (settings.voiceAnnouncements || (name === 'voiceAnnouncements' && on)) {
      announce(on ? words.on(label) : words.off(label));
    }
  };
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{words.lead}</p>
      <Choice
        legend={words.theme}
        options={words.themes}
        value={settings.theme}
        onChange={(theme) => choose({ theme })}
      />
      <Choice
        legend={words.fontSize}
        options={words.fontSizes}
        value={settings.fontSize}
        onChange={(fontSize) => choose({ fontSize })}
      />
      <p className={styles.sample}>{words.sample}</p>
      {(Object.keys(words.switches) as SwitchName[]).map((name) => (
        <Switch
          key={name}
          {...words.switches[name]}
          checked={settings[name]}
          onChange={(checked) => flip(name, checked)}
        />
      ))}
      <PrivacySwitch />
      {isChosen && (
        <Button look="quiet" onClick={reset}>
          {words.reset}
        </Button>
      )}
    </div>
  );
}
