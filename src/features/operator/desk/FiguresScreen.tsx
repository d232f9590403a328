import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate, formatPlain, formatTime, formatWeekday } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { FIGURES, getFigures, type Figures } from '../figures-contract.ts';
import { EmptySearches } from './EmptySearches.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { nameFigure, namePart, toUnit } from './figure-words.ts';

/** Today beside the same day of last week. It asks again by a button alone: each answer is a row of the trail. */
export function FiguresScreen() {
  const answer = useCall(getFigures, {});
  const data = answer.data?.data;
  return (
    <Screen
      title={m.figures_title()}
      note={data && describe(data)}
      actions={
        <>
          <Button look="line" busy={answer.isFetching} onClick={() => void answer.refetch()}>
            {m.figures_refresh()}
          </Button>
          {data && (
            <CsvButton
              name={`pardeh-${data.day}`}
              header={[m.figures_figure(), m.figures_part(), data.day, data.day_before]}
              getRows={() => listSums(data)}
            />
          )}
        </>
      }
    >
      <Loaded answer={{ ...answer, data }}>
        {(loaded) => (
          <div className="desk-stack">
            <FigureTiles data={loaded} />
            <div className="desk-columns">
              {FIGURES.map((name) => (
                <FigurePanel key={name} name={name} data={loaded} />
              ))}
              <EmptySearches data={loaded} />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function describe({ day, hour, counted_at: at }: Figures): string {
  const date = `${formatWeekday(day).weekday} ${formatDate(day)}`;
  if (at === null) return m.figures_not_yet({ date });
  const time = formatTime(at);
  return hour === 0 ? m.figures_note_first({ date, time }) : m.figures_note({ date, time, hour: formatPlain(hour) });
}

const listSums = ({ figures, running }: Figures) => [
  ...figures.map(({ figure, part, today, before }) => [
    nameFigure(figure),
    namePart(figure, part),
    ...[today, before].map((value) => (value === null ? '' : toUnit(figure, value))),
  ]),
  [m.figures_running_name(), m.figures_all(), running.today ?? '', running.before ?? ''],
];
