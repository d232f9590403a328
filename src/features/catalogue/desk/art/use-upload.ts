import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadFile } from '../../../../platform/desk/upload-file.ts';
import type { Call, Input, Output } from '../../../../platform/http/calls/call.ts';
import type { ArtKind } from '../../../../platform/image-widths.ts';
import { PICTURE_TYPES, type PictureFormat } from '../../../../platform/media/picture-file.ts';
import { findPictureFault, MAX_PICTURE_BYTES, PICTURE_ENDS } from '../../../titles/picture-rules.ts';
import { getTitleArt, uploadTitlePicture } from '../../art-contract.ts';
import { PICTURE_KINDS, type UploadField } from '../../art-fields.ts';
import { getDeskTitle, listDeskTitles } from '../../contract.ts';
import { listDeskEpisodes } from '../../series-contract.ts';
import { describeFault } from './describe-fault.ts';

interface Sending<C extends Call> {
  file: Blob;
  name: string;
  input: Input<C>;
}

/** An upload of a picture. The checks of the server are made here first: 20 MB take minutes on a slow line. */
export function usePictureUpload<C extends Call>(
  call: C,
  kind: ArtKind,
  changes: readonly Call[],
  checks: readonly Call[],
) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  const refresh = (calls: readonly Call[]) =>
    Promise.all(calls.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  const act = useMutation<Output<C>, Error, Sending<C>>({
    mutationFn: async ({ file, name, input }) => {
      setProgress(0);
      const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
      const isNamed = (format: PictureFormat) => PICTURE_ENDS[format].includes(ending);
      const head = file.size > MAX_PICTURE_BYTES ? null : new Uint8Array(await file.arrayBuffer());
      const { fault, format } = head
        ? findPictureFault(head, kind, isNamed)
        : ({ fault: 'too_large', format: null } as const);
      if (fault !== null || format === null) throw new Error(describeFault(fault ?? 'format'));
      return uploadFile(call, input, { file, type: PICTURE_TYPES[format], onProgress: setProgress });
    },
    onSuccess: () => refresh(changes),
    onError: () => refresh(checks),
  });
  return { ...act, progress };
}

/** An upload into one place of a title. */
export const useUpload = (field: UploadField) =>
  usePictureUpload(
    uploadTitlePicture,
    PICTURE_KINDS[field],
    [getTitleArt, getDeskTitle, listDeskTitles, listDeskEpisodes],
    [getTitleArt],
  );
