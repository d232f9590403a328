import { useAct } from '../../../platform/desk/use-call.ts';
import { usePictureUpload } from '../../catalogue/desk/art/use-upload.ts';
import {
  getDeskMagazine,
  listDeskMagazines,
  removeMagazineCover,
  uploadMagazineCover,
  type DeskMagazine,
} from '../magazines-contract.ts';
import { CoverPlace } from './CoverPlace.tsx';

const CHANGES = [getDeskMagazine, listDeskMagazines];

export function MagazineCover({ magazine, mayWrite }: { magazine: DeskMagazine; mayWrite: boolean }) {
  const { id, rev, art, cover } = magazine;
  const upload = usePictureUpload(uploadMagazineCover, 'cover', CHANGES, [getDeskMagazine]);
  const remove = useAct(removeMagazineCover, CHANGES, [getDeskMagazine]);
  return (
    <CoverPlace
      {...{ art, cover, mayWrite, upload, remove }}
      onFile={(file, name) => {
        upload.mutate({ file, name, input: { id, rev } });
      }}
      onRemove={() => {
        remove.mutate({ id, rev });
      }}
    />
  );
}
