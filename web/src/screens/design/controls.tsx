import { useState } from 'react';
import { design as words } from '../../messages/en/design.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Picks, Switch } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { ScanIcon } from '../../ui/icons.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';

export function Buttons() {
  const [open, setOpen] = useState(false);
  return (
    <div className={page.actions}>
      <Button>
        <ScanIcon />
        {words.looks.primary}
      </Button>
      <Button look="plain">{words.looks.plain}</Button>
      <Button look="quiet">{words.looks.quiet}</Button>
      <Button disabled>{words.looks.disabled}</Button>
      <Button look="plain" onClick={() => setOpen(true)}>
        {words.sheet}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={words.sheetTitle} closeLabel={words.close}>
        <p>{words.sheetText}</p>
      </Sheet>
    </div>
  );
}

export function Fields() {
  return (
    <div className={page.form}>
      <Field label={words.field} hint={words.hint} placeholder={words.example} />
      <Field label={words.field} defaultValue="H" error={words.wrong} />
      <TextArea label={words.area} rows={3} />
      <TextArea label={words.area} rows={3} error={words.wrong} />
      <Select label={words.select}>
        {words.islands.map((island) => (
          <option key={island}>{island}</option>
        ))}
      </Select>
    </div>
  );
}

export function Choices() {
  const [on, setOn] = useState(true);
  const [theme, setTheme] = useState<keyof typeof words.themes>('light');
  const [picked, setPicked] = useState<(keyof typeof words.interests)[]>(['reef']);
  return (
    <div className={page.form}>
      <Switch label={words.switch} hint={words.switchHint} checked={on} onChange={setOn} />
      <Choice legend={words.theme} options={words.themes} value={theme} onChange={setTheme} />
      <Picks legend={words.picks} options={words.interests} values={picked} onChange={setPicked} />
    </div>
  );
}
