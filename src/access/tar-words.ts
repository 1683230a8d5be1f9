import type { OptionStyle } from './option-words.js';
import { literal, type Word } from './word.js';

/** The options of tar. */
export const TAR: OptionStyle = {
  short: 'bCfFgHIKLNTVX',
  long: `file directory files-from exclude-from listed-incremental index-file transform strip-components checkpoint-action
    to-command use-compress-program rsh-command rmt-command info-script new-volume-script volno-file add-file format
    label owner group mtime mode newer sort starting-file suffix tape-length blocking-factor record-size`.split(/\s+/),
  flags: `create append update catenate concatenate delete extract get list diff compare exclude checkpoint
    absolute-names one-top-level remove-files occurrence`.split(/\s+/),
};

/** `cf x.tar` as `-c -f x.tar`: the letters that take a value find theirs in the words that follow, in order. */
export function archiveWords(args: readonly Word[]): readonly Word[] {
  const [first, ...values] = args;
  if (first === undefined || !/^[A-Za-z]\w*$/.test(first.text)) return args;
  const options = [...first.text].flatMap((letter) => {
    const value = TAR.short?.includes(letter) === true ? values.shift() : undefined;
    return value === undefined ? [literal(`-${letter}`)] : [literal(`-${letter}`), value];
  });
  return [...options, ...values];
}
