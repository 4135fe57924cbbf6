#!/bin/bash
# Many jobs on a Slurm cluster: an array of shards, then one task that merges their answers.
#   bash slurm.sh jobs.jsonl answers.jsonl 100
# The folder of the jobs must be on a disk that all nodes share. A shard whose node fails is requeued, and goes on
# where its journal says. Memory and time of a shard: see the options of sbatch below.
set -euo pipefail

case ${1-} in
shard) # jobs, answers, number of shards; one task of the array. Exit code 1: some jobs failed, and their answers say why.
  limber batch "$2" --shard "$SLURM_ARRAY_TASK_ID/$4" --workers "${SLURM_CPUS_PER_TASK:-1}" \
    --out "$3.$SLURM_ARRAY_TASK_ID" || [ $? = 1 ]
  ;;
merge)
  parts=()
  for i in $(seq "$4"); do parts+=("$3.$i"); done
  limber merge "${parts[@]}" --out "$3"
  rm -- "${parts[@]}"
  ;;
*)
  jobs=$(realpath "$1") answers=$(realpath "$2") shards=${3:-10}
  array=$(sbatch --parsable --requeue --job-name=limber --cpus-per-task=4 --mem=4G --time=4:00:00 \
    --array="1-$shards" "$0" shard "$jobs" "$answers" "$shards")
  sbatch --job-name=limber-merge --dependency="afterok:$array" "$0" merge "$jobs" "$answers" "$shards"
  ;;
esac
