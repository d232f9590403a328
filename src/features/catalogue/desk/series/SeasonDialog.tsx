import { useState } from 'react';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain, formatYear } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { Field } from '../../../../platform/ui/Field.tsx';
import { getDeskTitle, updateTitle } from '../../contract.ts';
import { formatSeasons, type SeasonEntry } from '../../seasons.ts';
import { listDeskEpisodes, type DeskSeries } from '../../series-contract.ts';

interface Props {
  series: DeskSeries;
  number: number;
  onClose: () => void;
}

/** The name and year of a season. All seasons are one field of the series, whose history takes a change back. */
export function SeasonDialog({ series, number, onClose }: Props) {
  // As it was read first: the server refuses what somebody else wrote since.
  const [{ id, rev, seasons, iranian }] = useState(series);
  const season = seasons.find((one) => one.number === number);
  const [draft, setDraft] = useState({
    nameFa: season?.name_fa ?? '',
    nameEn: season?.name_en ?? '',
    year: season?.year === undefined || season.year === null ? '' : formatYear(season.year, iranian),
  });
  const act = useAct(updateTitle, [listDeskEpisodes, getDeskTitle], [listDeskEpisodes]);
  const field = (key: keyof typeof draft, label: string, language?: 'fa' | 'en', hint?: string) => (
    <Field
      label={label}
      hint={hint}
      dir={language === undefined ? 'auto' : language === 'fa' ? 'rtl' : 'ltr'}
      lang={language}
      value={draft[key]}
      onChange={(event) => {
        setDraft({ ...draft, [key]: event.target.value });
        act.reset();
      }}
    />
  );
  return (
    <Dialog title={m.series_season_of({ season: formatPlain(number) })} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          const others = seasons.flatMap((one): SeasonEntry[] =>
            one.number === null || one.number === number ? [] : [[one.number, one.name_fa, one.name_en, one.year]],
          );
          const text = formatSeasons([...others, [number, draft.nameFa, draft.nameEn, draft.year.trim()]]);
          act.mutate({ id, rev, fields: { seasons: text } }, { onSuccess: onClose });
        }}
      >
        {field('nameFa', m.title_field_name_fa(), 'fa')}
        {field('nameEn', m.title_field_name_en(), 'en')}
        {field('year', m.title_field_year(), undefined, m.title_field_year_hint())}
        <p className="desk-note">{m.series_season_note()}</p>
        <Refusal error={act.error} />
        <Button type="submit" busy={act.isPending}>
          {m.title_save()}
        </Button>
      </form>
    </Dialog>
  );
}
