import { Select } from '../../../../platform/desk/Select.tsx';
import { m } from '../../../../platform/text/desk/messages.js';

interface Props {
  /** Of what is new. */
  label: string;
  isDrafts: boolean;
  onChange: (isDrafts: boolean) => void;
}

/** Whether what is new waits for its publication, or is out at once. */
export function ReleaseChoice({ label, isDrafts, onChange }: Props) {
  return (
    <Select<'drafts' | 'now'>
      label={label}
      value={isDrafts ? 'drafts' : 'now'}
      options={[
        ['drafts', m.intake_release_drafts()],
        ['now', m.intake_release_now()],
      ]}
      onChange={(release) => {
        onChange(release === 'drafts');
      }}
    />
  );
}
