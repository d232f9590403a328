import { useState } from 'react';
import { Link } from 'wouter';
import { useQueryParam } from '../../../../platform/desk/query-param.ts';
import { Empty, Loaded, Panel, Screen } from '../../../../platform/desk/Screen.tsx';
import { Select } from '../../../../platform/desk/Select.tsx';
import { usePermissions } from '../../../../platform/desk/permissions.ts';
import { useDraft } from '../../../../platform/desk/use-draft.ts';
import { useCall } from '../../../../platform/desk/use-call.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../../platform/text/format.ts';
import { nameIn } from '../../../../platform/text/locale.ts';
import { listDeskEpisodes, MAX_EPISODES, type DeskSeason, type DeskSeries } from '../../series-contract.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { joinNames } from '../field-texts.ts';
import { EpisodesFile } from './EpisodesFile.tsx';
import { LeaseNote } from '../LeaseNote.tsx';
import { EpisodeTable } from './EpisodeTable.tsx';
import { SeasonDialog } from './SeasonDialog.tsx';
import { PasteEpisodes } from './PasteEpisodes.tsx';

export function EpisodesScreen({ id }: { id: number }) {
  const [seasonText, setSeason] = useQueryParam('season');
  const [pageText, setPage] = useQueryParam('page');
  const place = { ...(seasonText !== null && { season: seasonText }), ...(pageText !== null && { page: pageText }) };
  const answer = useCall(listDeskEpisodes, { id, ...place });
  const mayWrite = usePermissions().includes('titles.write');
  const series = answer.data?.data;
  const [pastes, setPastes] = useState(0);
  const [isSeasonOpen, setSeasonOpen] = useState(false);
  const { value, change, clear } = useDraft(`paste:${String(id)}`, { text: '' });
  return (
    <Screen
      title={series === undefined ? m.series_title() : m.series_title_of({ name: nameIn(getLocale(), series) })}
      note={
        <Link className="desk-link" href={`/titles/${String(id)}`}>
          {m.series_back()}
        </Link>
      }
      actions={
        series && (
          <>
            <SeasonSelect
              series={series}
              onChange={(season) => {
                setSeason(season, ['page']);
              }}
            />
            <PageSelect series={series} onChange={setPage} />
            {mayWrite && series.season !== null && (
              <Button
                look="line"
                onClick={() => {
                  setSeasonOpen(true);
                }}
              >
                {m.series_season_edit()}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data }) => {
          const season = findSeason(data);
          return (
            <div className="desk-stack">
              {mayWrite && <LeaseNote key={id} id={id} />}
              <Panel title={m.series_episodes()}>
                {season && <SeasonFaults season={season} />}
                <DraftsNote series={data} />
                {data.episodes.length === 0 ? (
                  <Empty>{m.series_none()}</Empty>
                ) : (
                  <EpisodeTable
                    key={`${String(data.season)} ${String(data.page)}`}
                    series={data}
                    mayWrite={mayWrite}
                    onPasteRows={(text) => {
                      change({ text });
                      setPastes(pastes + 1);
                    }}
                  />
                )}
                {data.episodes.length > 0 && <EpisodesFile series={data} />}
              </Panel>
              {mayWrite && (
                <PasteEpisodes
                  key={pastes}
                  isFocused={pastes > 0}
                  id={id}
                  season={data.season ?? 1}
                  text={value.text}
                  setText={(text) => {
                    change({ text });
                  }}
                  clear={clear}
                />
              )}
            </div>
          );
        }}
      </Loaded>
      {isSeasonOpen && series !== undefined && series.season !== null && (
        <SeasonDialog
          series={series}
          number={series.season}
          onClose={() => {
            setSeasonOpen(false);
          }}
        />
      )}
    </Screen>
  );
}

const toParam = (season: number | null) => (season === null ? 'none' : String(season));

function SeasonSelect({ series, onChange }: { series: DeskSeries; onChange: (season: string) => void }) {
  if (series.seasons.length < 2) return null;
  return (
    <Select
      label={m.title_field_season()}
      value={toParam(series.season)}
      options={series.seasons.map((season) => [toParam(season.number), describeSeason(season)] as const)}
      onChange={onChange}
    />
  );
}

function PageSelect({ series, onChange }: { series: DeskSeries; onChange: (page: string) => void }) {
  const count = findSeason(series)?.episodes ?? 0;
  if (count <= MAX_EPISODES) return null;
  const pages = Array.from({ length: Math.ceil(count / MAX_EPISODES) }, (_, at) => at);
  return (
    <Select<string>
      label={m.series_page()}
      value={String(series.page)}
      options={pages.map((at) => {
        const to = Math.min(count, (at + 1) * MAX_EPISODES);
        const run = { from: formatPlain(at * MAX_EPISODES + 1), to: formatPlain(to) };
        return [String(at + 1), m.series_run(run)] as const;
      })}
      onChange={onChange}
    />
  );
}

const findSeason = ({ seasons, season }: DeskSeries) => seasons.find(({ number }) => number === season);

function describeSeason({ number, name_fa: fa, name_en: en, episodes }: DeskSeason): string {
  const name = getLocale() === 'fa' ? fa : en;
  const text = name ?? (number === null ? m.series_no_season() : formatPlain(number));
  return m.series_season({ name: text, count: formatNumber(episodes) });
}

function DraftsNote({ series: { id, drafts } }: { series: DeskSeries }) {
  if (drafts === 0) return null;
  return (
    <p>
      {m.series_drafts({ count: formatNumber(drafts) })}{' '}
      <Link className="desk-link" href={`/titles?kind=episode&state=draft&series=${String(id)}`}>
        {m.series_drafts_open()}
      </Link>
    </p>
  );
}

function SeasonFaults({ season: { gaps, doubles, episodes } }: { season: DeskSeason }) {
  const runs = gaps.map(({ from, to }) =>
    from === to ? formatPlain(from) : m.series_run({ from: formatPlain(from), to: formatPlain(to) }),
  );
  return (
    <>
      {gaps.length > 0 && <p className="desk-refusal">{m.series_gaps({ numbers: joinNames(runs) })}</p>}
      {doubles.length > 0 && (
        <p className="desk-refusal">{m.series_doubles({ numbers: joinNames(doubles.map(formatPlain)) })}</p>
      )}
      {episodes > MAX_EPISODES && (
        <p className="desk-note">
          {m.series_pages({ count: formatNumber(episodes), most: formatNumber(MAX_EPISODES) })}
        </p>
      )}
    </>
  );
}
