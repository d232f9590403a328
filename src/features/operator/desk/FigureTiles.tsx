import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { FIGURES, type Figure, type FigureName, type Figures } from '../figures-contract.ts';
import { compare, describeChurn, nameFigure, showFigure } from './figure-words.ts';

/** Each leads to its chart. */
export function FigureTiles({ data }: { data: Figures }) {
  return (
    <ul className="desk-tiles">
      {FIGURES.map((name) => {
        const figure = data.figures.find((one) => one.figure === name && one.part === '');
        return (
          figure && (
            <li key={name}>
              <a className="desk-tile" href={`#${name}`}>
                {name === 'people' ? (
                  <Now figure={figure} watching={data.watching} />
                ) : (
                  <Sum {...{ name, figure }} hour={data.hour} running={name === 'ended' ? data.running : null} />
                )}
              </a>
            </li>
          )
        );
      })}
    </ul>
  );
}

function Now({ figure, watching }: { figure: Figure; watching: number }) {
  return (
    <>
      <span className="desk-tile-name">{m.figures_watching()}</span>
      <span className="desk-tile-value">{formatNumber(watching)}</span>
      <span className="desk-tile-rest">
        <span>{m.figures_most({ value: showFigure('people', figure.today) })}</span>
        <span className="desk-note">{m.figures_before_value({ value: showFigure('people', figure.before) })}</span>
      </span>
    </>
  );
}

/** Before the day's first hour has ended, the value is that of this hour so far. */
function Sum({
  name,
  figure,
  hour,
  running,
}: {
  name: FigureName;
  figure: Figure;
  hour: number;
  running: Figures['running'] | null;
}) {
  const change = compare(name, figure.today, figure.before);
  const present = figure.hours[hour] ?? null;
  const isPresent = figure.today === null && present !== null;
  const value = isPresent ? present : figure.today;
  return (
    <>
      <span className="desk-tile-name">{nameFigure(name)}</span>
      <span className="desk-tile-value">{showFigure(name, value)}</span>
      <span className="desk-tile-rest">
        {running && <span>{describeChurn(value, running.today)}</span>}
        {change && <span className={`desk-tone-${change.tone}`}>{change.text}</span>}
        {isPresent && <span>{m.figures_this_hour()}</span>}
        <span className="desk-note">
          {figure.before === null
            ? m.figures_before_unknown()
            : m.figures_before_value({ value: showFigure(name, figure.before) })}
          {running?.before != null && ` ${describeChurn(figure.before, running.before)}`}
        </span>
      </span>
    </>
  );
}
