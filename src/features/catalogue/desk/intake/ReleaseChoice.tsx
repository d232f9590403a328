import { Select } from '../../../../platform/desk/Select.tsx';
import { m } from '../../../../platform/text/desk/messages.js';

interface Props {
  label: string;
  isDrafts: boolean;
  onChange: (isDrafts: boolean) => void;
}

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
