import { useState } from 'react';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { HourChart, nameHour } from '../../../platform/desk/HourChart.tsx';
import { Empty, Panel } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { Figure, FigureName, Figures } from '../figures-contract.ts';
import { compare, formatUnit, nameFigure, namePart, showFigure, toUnit } from './figure-words.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A figure by hours: its chart, its parts (banks, networks), its table and the file of both. */
export function FigurePanel({ name, data }: { name: FigureName; data: Figures }) {
  const [part, setPart] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const all = data.figures.filter(({ figure }) => figure === name);
  const parts = all.filter((one) => one.part !== '');
  const figure = all.find((one) => one.part === part) ?? all[0];
  const title = nameFigure(name);
  if (figure === undefined) return null;
  const scale = (hours: Figure['hours']) => hours.map((value) => value && toUnit(name, value));
  const isEmpty = [...figure.hours, ...figure.hours_before].every((value) => value === null);
  return (
    <div id={name} className="desk-figure">
      <Panel
        title={title}
        actions={
          parts.length > 1 && (
            <Select
              isLabelHidden
              label={title}
              value={figure.part}
              options={all.map((one) => [one.part, namePart(name, one.part)] as const)}
              onChange={setPart}
            />
          )
        }
      >
        {isEmpty ? (
          <Empty>{m.figures_uncounted()}</Empty>
        ) : (
          <>
            <HourChart
              label={title}
              today={scale(figure.hours)}
              before={scale(figure.hours_before)}
              present={data.hour}
              format={(value) => formatUnit(name, value)}
            />
            {parts.length > 0 && <Parts {...{ name, parts, title }} />}
            {isOpen && <HoursTable {...{ name, figure, title }} />}
            <div className="desk-figure-foot">
              <Button
                look="link"
                aria-expanded={isOpen}
                onClick={() => {
                  setIsOpen(!isOpen);
                }}
              >
                {isOpen ? m.figures_table_close() : m.figures_table()}
              </Button>
              <CsvButton
                look="link"
                name={`pardeh-${name}-${data.day}`}
                header={[m.figures_part(), m.figures_hour_column(), data.day, data.day_before]}
                getRows={() => listCells(name, all)}
              />
            </div>
          </>
        )}
      </Panel>
    </div>
  );
}

function Parts({ name, parts, title }: { name: FigureName; parts: readonly Figure[]; title: string }) {
  return (
    <Table<Figure>
      label={title}
      rows={parts}
      getKey={({ part }) => part}
      empty={m.figures_uncounted()}
      columns={[
        {
          name: name === 'failed' ? m.figures_bank() : m.figures_network(),
          kind: 'wide',
          show: ({ part }) => namePart(name, part),
        },
        { name: m.figures_today(), kind: 'number', show: ({ today }) => showFigure(name, today) },
        { name: m.figures_before(), kind: 'number', show: ({ before }) => showFigure(name, before) },
        {
          name: m.figures_change(),
          kind: 'number',
          show: ({ today, before }) => {
            const change = compare(name, today, before);
            return change ? <span className={`desk-tone-${change.tone}`}>{change.text}</span> : m.value_none();
          },
        },
      ]}
    />
  );
}

function HoursTable({ name, figure, title }: { name: FigureName; figure: Figure; title: string }) {
  return (
    <Table
      label={m.figures_by_hour({ name: title })}
      rows={HOURS}
      getKey={(hour) => hour}
      empty={m.figures_uncounted()}
      columns={[
        { name: m.figures_hour_column(), kind: 'wide', show: nameHour },
        { name: m.figures_today(), kind: 'number', show: (hour) => showFigure(name, figure.hours[hour] ?? null) },
        {
          name: m.figures_before(),
          kind: 'number',
          show: (hour) => showFigure(name, figure.hours_before[hour] ?? null),
        },
      ]}
    />
  );
}

const listCells = (name: FigureName, all: readonly Figure[]) =>
  all.flatMap(({ part, hours, hours_before: before }) =>
    HOURS.map((hour) => [
      namePart(name, part),
      `${String(hour).padStart(2, '0')}:00`,
      ...[hours[hour], before[hour]].map((value) => (typeof value === 'number' ? toUnit(name, value) : '')),
    ]),
  );
