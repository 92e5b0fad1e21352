/** Words as they are; an e-mail address breaks where it has its joint, before it breaks anywhere else. */
export function Jointed({ words }: { words: string }) {
  const joint = words.indexOf('@');
  if (joint < 1) return words;
  return (
    <>
      {words.slice(0, joint)}
      <wbr />
      {words.slice(joint)}
    </>
  );
}
