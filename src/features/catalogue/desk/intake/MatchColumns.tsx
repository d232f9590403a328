import { useState } from 'react';
import { Panel } from '../../../../platform/desk/Screen.tsx';
import { Select } from '../../../../platform/desk/Select.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { IMPORT_KINDS, PART_KINDS } from '../../../../platform/kinds.ts';
import { buildMap, chooseMap } from '../../rows/choose-map.ts';
import { nameKind } from '../words.ts';
import { FIELDS } from '../../rows/fields.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { guessColumns } from './column-names.ts';
import type { DroppedFile } from './read-dropped-file.ts';
import type { Source } from './run-import.ts';

const KINDS = [...IMPORT_KINDS, ...PART_KINDS];

interface Props {
  file: DroppedFile;
  /** Of a match before, to which the member comes back. */
  source: Source | null;
  onBack: () => void;
  onMatch: (source: Source) => void;
}

/** Which field each column is. A map of ours that fits fills it in; JSON Lines name their fields. */
export function MatchColumns({ file, source, onBack, onMatch }: Props) {
  const { header, samples, isTable } = file;
  const [map] = useState(() => chooseMap(header));
  const [fields, setFields] = useState<readonly string[]>(() => source?.fields ?? guessColumns(header));
  const [kind, setKind] = useState<string>(source?.kind ?? '');
  const matched = map ?? (isTable ? buildMap(header, fields) : null);
  const isReady = !isTable || matched !== null;
  return (
    <Panel title={m.intake_match()}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          onMatch({ file, map: matched, kind: KINDS.find((one) => one === kind), fields });
        }}
      >
        <p>
          <bdi>{file.name}</bdi>
        </p>
        <p className="desk-note">
          {!isTable ? m.intake_match_json() : map === null ? m.intake_match_note() : m.intake_match_known()}
        </p>
        {isTable && map === null && (
          <ColumnTable
            columns={header.map((name, at) => ({ name, samples: samples.map((row) => row[at] ?? '') }))}
            fields={fields}
            choices={FIELDS}
            onChange={setFields}
          />
        )}
        <Select<string>
          label={m.intake_kind()}
          value={kind}
          options={[['', m.intake_kind_own()], ...KINDS.map((key) => [key, nameRowKind(key)] as const)]}
          onChange={setKind}
        />
        {!isReady && (
          <p className="desk-refusal" role="alert">
            {m.intake_no_id()}
          </p>
        )}
        <div className="desk-buttons">
          <Button type="submit" disabled={!isReady}>
            {m.intake_check()}
          </Button>
          <Button look="line" onClick={onBack}>
            {m.intake_other_file()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function nameRowKind(kind: (typeof KINDS)[number]): string {
  return kind === 'season' ? m.intake_kind_season() : nameKind(kind);
}
