import { Table } from '../../../../platform/desk/Table.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { MARKER_KINDS } from '../../../titles/markers.ts';
import { readMarkers, type MarkerEntry } from '../../../titles/facts/timeline.ts';
import { placeMarker } from './place-marker.ts';
import { describeFault } from './describe-fault.ts';
import { TimeInput } from './TimeInput.tsx';
import { nameMarker, showTime } from './timeline-texts.ts';

interface Props {
  markers: readonly MarkerEntry[];
  /** Of the film, in seconds. */
  length: number;
  mayWrite: boolean;
  onChange: (markers: MarkerEntry[]) => void;
}

export function MarkerRows({ markers, length, mayWrite, onChange }: Props) {
  const reading = readMarkers(markers, length);
  const fault = reading.ok ? null : reading;
  const replace = (marker: MarkerEntry) => {
    onChange(markers.map((other) => (other[0] === marker[0] ? marker : other)));
  };
  const input = (label: string, marker: MarkerEntry, side: 1 | 2) =>
    mayWrite ? (
      <TimeInput
        label={label}
        value={marker[side]}
        isWrong={fault !== null && markers[fault.at] === marker}
        onChange={(time) => {
          const [kind, starts, ends] = marker;
          replace(side === 1 ? [kind, time, ends] : [kind, starts, time]);
        }}
      />
    ) : (
      <bdi dir="ltr">{showTime(marker[side])}</bdi>
    );
  const faulty = fault && markers[fault.at];
  return (
    <>
      <Table
        label={m.title_field_markers()}
        rows={markers}
        getKey={([kind]) => kind}
        empty={m.timeline_none()}
        columns={[
          { name: m.timeline_kind(), show: ([kind]) => nameMarker(kind) },
          {
            name: m.timeline_start(),
            show: (marker) => input(m.timeline_start_of({ name: nameMarker(marker[0]) }), marker, 1),
          },
          {
            name: m.timeline_end(),
            show: (marker) => input(m.timeline_end_of({ name: nameMarker(marker[0]) }), marker, 2),
          },
          ...(mayWrite
            ? [
                {
                  name: m.credits_remove(),
                  show: ([kind]: MarkerEntry) => (
                    <Button
                      look="link"
                      aria-label={m.timeline_remove_of({ name: nameMarker(kind) })}
                      onClick={() => {
                        onChange(markers.filter((other) => other[0] !== kind));
                      }}
                    >
                      {m.credits_remove()}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <p className="desk-refusal" role="status">
        {fault && faulty && `${nameMarker(faulty[0])}: ${describeFault(fault.code)}`}
      </p>
      {mayWrite && (
        <div className="desk-buttons">
          {MARKER_KINDS.filter((kind) => markers.every((marker) => marker[0] !== kind)).map((kind) => (
            <Button
              key={kind}
              look="line"
              onClick={() => {
                onChange([...markers, placeMarker(kind, markers, length)]);
              }}
            >
              {m.timeline_add({ name: nameMarker(kind) })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
