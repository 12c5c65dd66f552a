# bash completion of the fulcrum command                        -*- shell-script -*-
# Copyright 2026 The Fulcrum Authors
# SPDX-License-Identifier: Apache-2.0

# names of a kind that the installed modules provide: the kind is the third word of a line, or the first where the module goes on
_fulcrum_names() {
  fulcrum modules list 2>/dev/null | awk -v kind="$1" 'NR > 1 { i = /^ / ? 1 : 3; if ($i == kind) print $(i + 1) }'
}

# long options of a command, read from its help
_fulcrum_options() {
  fulcrum help "$1" 2>/dev/null | grep -o -- '--[a-z_]*' | sort -u
}

# what --toggle takes, as one word each, read from what is said about a wrong one
_fulcrum_flags() {
  fulcrum render . --toggle '?' 2>&1 | sed -n 's/.*expected one of //p' | tr -d ' &' | tr ',A-Z' ' a-z'
}

_fulcrum_files() {
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$2"))
  local ending
  for ending in $1; do COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$2")); done
}

_fulcrum() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local commands="simulate rollout view render info compile modules contact problem bench version help"
  local kinds="solver post_solver contact_model collider convex broadphase integrator actuator sensor constraint passive stage probe plugin loader saver decoder renderer viewer"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "$commands --help --version" -- "$word"))
    return
  fi
  case $before in
    --scene|-s) [ "$command" = contact ] && {
      COMPREPLY=($(compgen -W "drop static slide incline stack roll painleve cradle grasp pull_off spin" -- "$word")); return; } ;;&
    -s|-d) [ "$command" = render ] && return ;;&
    --toggle) COMPREPLY=($(compgen -W "$(_fulcrum_flags)" -- "$word")); return ;;
    --model)
      if [ "$command" = modules ]; then
        _fulcrum_files "xml urdf mjb" "$word"
      else
        COMPREPLY=($(compgen -W "$(_fulcrum_names contact_model) similar" -- "$word"))
      fi
      return ;;
    --solver|-s) COMPREPLY=($(compgen -W "$(_fulcrum_names solver)" -- "$word")); return ;;
    --integrator|-i) COMPREPLY=($(compgen -W "$(_fulcrum_names integrator)" -- "$word")); return ;;
    --contact_model) COMPREPLY=($(compgen -W "$(_fulcrum_names contact_model)" -- "$word")); return ;;
    --convex) COMPREPLY=($(compgen -W "$(_fulcrum_names convex)" -- "$word")); return ;;
    --post_solver) COMPREPLY=($(compgen -W "$(_fulcrum_names post_solver)" -- "$word")); return ;;
    --passive) COMPREPLY=($(compgen -W "$(_fulcrum_names passive)" -- "$word")); return ;;
    --renderer) COMPREPLY=($(compgen -W "$(_fulcrum_names renderer)" -- "$word")); return ;;
    --stage) COMPREPLY=($(compgen -W "$(_fulcrum_names stage)" -- "$word")); return ;;
    --probe) COMPREPLY=($(compgen -W "$(_fulcrum_names probe)" -- "$word")); return ;;
    --kind|-k) [ "$command" = modules ] && { COMPREPLY=($(compgen -W "$kinds" -- "$word")); return; } ;;&
    --broadphase) COMPREPLY=($(compgen -W "$(_fulcrum_names broadphase)" -- "$word")); return ;;
    --cone) COMPREPLY=($(compgen -W "pyramidal elliptic" -- "$word")); return ;;
    --jacobian) COMPREPLY=($(compgen -W "dense sparse auto" -- "$word")); return ;;
    --control|-c) [ "$command" = rollout ] && {
      _fulcrum_files csv "$word"; COMPREPLY+=($(compgen -W "none noise uniform" -- "$word")); return; } ;;&
    --record|-r) [ "$command" = rollout ] && {
      COMPREPLY=($(compgen -W "qpos qvel act ctrl sensordata time state energy xpos xquat subtree_com ncon nefc" -- "$word")); return; } ;;&
    --merge|--print) _fulcrum_files "h5 hdf5" "$word"; return ;;
    --ctrl|-c|--csv) _fulcrum_files csv "$word"; return ;;
    --reference|-r) [ "$command" = bench ] && { _fulcrum_files "so so.*" "$word"; return; } ;;&
    --plot) _fulcrum_files svg "$word"; return ;;
    --video) _fulcrum_files "mp4 webm gif png" "$word"; return ;;
    --compiled) _fulcrum_files so "$word"; return ;;
    --output|-o) [ "$command" = build ] && { _fulcrum_files so "$word"; return; } ;;&
    --keep|-k|--include|-I) [ "$command" = build ] && { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")); return; } ;;&
    --output|-o) [ "$command" = render ] && { _fulcrum_files "png mp4 webm gif" "$word"; return; } ;;&
    --output|-o) [ "$command" = rollout ] && { _fulcrum_files "h5 npz" "$word"; return; } ;;&
    --output|-o) [ "$command" = problem ] && { _fulcrum_files "json bin" "$word"; return; } ;;&
    --output|-o) [ "$command" = modules ] && { _fulcrum_files json "$word"; return; } ;;&
    --backend) COMPREPLY=($(compgen -W "egl osmesa" -- "$word")); return ;;
    --columns) COMPREPLY=($(compgen -W "energy qpos qvel act ctrl sensor height force contacts rows iterations" -- "$word")); return ;;
    --json) [[ $command = simulate || $command = rollout || $command = contact || $command = bench ]] && { _fulcrum_files json "$word"; return; } ;;
    --tsv) _fulcrum_files tsv "$word"; return ;;
    --svg|--growth_svg) _fulcrum_files svg "$word"; return ;;
    --save|-o) [ "$command" = view ] && { _fulcrum_files xml "$word"; return; } ;;&
    --viewer) COMPREPLY=($(compgen -W "$(_fulcrum_names viewer)" -- "$word")); return ;;
    --replay|--record) _fulcrum_files txt "$word"; return ;;
    --modules|-m|--dir|-d) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")); return ;;
    --duration|-t|--time|--limit|--noise|-n|--seed|--keyframe|-k|--timestep|--iterations|--tolerance|--noslip_iterations|--set|--swap|--every|--time_limit|--size|--camera|--azimuth|--elevation|--distance|--fps|--nsim|--steps|--vary|-v|--threads|-j|--cpus|--chunk|--share|--rounds|--seconds)
      return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_fulcrum_options "$command")" -- "$word"))
    return
  fi
  case $command in
    simulate|rollout|view|render|info) _fulcrum_files "xml urdf mjb" "$word" ;;
    compile) _fulcrum_files "xml urdf mjb txt" "$word" ;;
    build) _fulcrum_files "xml urdf mjb" "$word" ;;
    contact) COMPREPLY=($(compgen -W "bench" -- "$word")) ;;
    bench)
      _fulcrum_files "xml urdf" "$word"
      COMPREPLY+=($(compgen -W "$(fulcrum bench --list 2>/dev/null | sed -n 's/^  \([a-z_]*\) .*/\1/p')" -- "$word")) ;;
    help) COMPREPLY=($(compgen -W "$commands" -- "$word")) ;;
    problem)
      case $before in
        problem) COMPREPLY=($(compgen -W "export solve" -- "$word")) ;;
        export) _fulcrum_files "xml urdf mjb json bin" "$word" ;;
        *) _fulcrum_files "json bin" "$word" ;;
      esac ;;
    modules)
      case $before in
        modules) COMPREPLY=($(compgen -W "list show search check new index manifest" -- "$word")) ;;
        show) COMPREPLY=($(compgen -W "$(fulcrum modules search 2>/dev/null | sed -n 's|.*/\(.*\)\.json$|\1|p')" -- "$word")) ;;
        new) COMPREPLY=($(compgen -W "$kinds contact_potential contact_force" -- "$word")) ;;
        index) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")) ;;
        *) _fulcrum_files "so json" "$word" ;;
      esac ;;
  esac
}
complete -F _fulcrum fulcrum
