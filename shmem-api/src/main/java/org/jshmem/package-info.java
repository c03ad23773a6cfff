/**
 * OpenSHMEM for Java.
 *
 * <p>A job consists of processing elements (PEs). Each PE is one JVM, and all PEs run the same program. Each PE owns a
 * symmetric heap. Every PE can read, write and update the heap of every other PE, and the owner does not take part.
 * {@link Shmem} has the routines as static methods, meant for {@code import static}. {@link ShmemContext} has the same
 * operations as instance methods.
 *
 * <pre>{@code
 * import static org.jshmem.Shmem.*;
 *
 * class Ring {
 *     public static void main(String[] args) {
 *         try (var _ = init()) {
 *             var from = mallocInts(1);               // on every PE
 *             p(from, myPe(), (myPe() + 1) % nPes()); // one int to the next PE
 *             barrierAll();
 *             System.out.println("PE " + myPe() + " heard from " + from.get());
 *             free(from);
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p><b>Names.</b> To get the Java name of an operation, drop {@code shmem_}, {@code ctx_} and the name of the type
 * from the C name, and write the rest in camel case. The table below lists all names. References such as <i>(spec:
 * shmem_put)</i> are to routines and sections of the OpenSHMEM 1.6 specification.
 *
 * <p><b>Element types and sizes.</b> This documentation shows a typed method for one element type only: for
 * {@code double}, or for {@code long} in some families. The same method exists for {@code byte}, {@code short},
 * {@code int}, {@code long} and {@code float}, as far as the specification defines it: {@code put(SymmetricInts, int[],
 * int)}, {@code mallocInts}. A method that is shown for 64-bit elements also exists for 8, 16, 32 and 128 bits:
 * {@code put32}.
 *
 * <table>
 *   <caption>The routines, by family</caption>
 *   <tr>
 *     <th scope="col">Family</th>
 *     <th scope="col">Java</th>
 *     <th scope="col">C</th>
 *   </tr>
 *   <tr>
 *     <th scope="row">Setup, exit and queries</th>
 *     <td>{@link Shmem#init() init}, {@link Shmem#initThread(ThreadLevel) initThread},
 *       {@link Shmem#uniqueId() uniqueId}, {@link Shmem#shutdown() shutdown},
 *       {@link Shmem#queryInitialized() queryInitialized}, {@link Shmem#queryThread() queryThread},
 *       {@link Shmem#globalExit(int) globalExit}, {@link Shmem#myPe() myPe}, {@link Shmem#nPes() nPes},
 *       {@link Shmem#infoGetVersion() infoGetVersion}, {@link Shmem#infoGetName() infoGetName},
 *       {@link Shmem#peAccessible(int) peAccessible},
 *       {@link Shmem#addrAccessible(SymmetricArray, int) addrAccessible},
 *       {@link Shmem#ptr(SymmetricDoubles, int) ptr}</td>
 *     <td>{@index shmem_init}, {@index shmem_init_thread}, {@index shmem_finalize}, {@index shmem_query_initialized},
 *       {@index shmem_query_thread}, {@index shmem_global_exit}, {@index shmem_my_pe}, {@index shmem_n_pes},
 *       {@index shmem_info_get_version}, {@index shmem_info_get_name}, {@index shmem_pe_accessible},
 *       {@index shmem_addr_accessible}, {@index shmem_ptr}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Symmetric memory</th>
 *     <td>{@link Shmem#mallocDoubles(long) mallocDoubles}, {@link Shmem#callocDoubles(long) callocDoubles},
 *       {@link Shmem#alignDoubles(long, long) alignDoubles},
 *       {@link Shmem#mallocDoublesWithHints(long, long) mallocDoublesWithHints},
 *       {@link Shmem#realloc(SymmetricDoubles, long) realloc}, {@link Shmem#free(SymmetricArray) free}</td>
 *     <td>{@index shmem_malloc}, {@index shmem_calloc}, {@index shmem_align}, {@index shmem_malloc_with_hints},
 *       {@index shmem_realloc}, {@index shmem_free}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Teams</th>
 *     <td>{@link Shmem#teamMyPe(ShmemTeam) teamMyPe}, {@link Shmem#teamNPes(ShmemTeam) teamNPes},
 *       {@link Shmem#teamGetConfig(ShmemTeam) teamGetConfig},
 *       {@link Shmem#teamTranslatePe(ShmemTeam, int, ShmemTeam) teamTranslatePe},
 *       {@link Shmem#teamSplitStrided(ShmemTeam, int, int, int) teamSplitStrided},
 *       {@link Shmem#teamSplit2d(ShmemTeam, int) teamSplit2d},
 *       {@link Shmem#teamSplitByColor(ShmemTeam, int, int) teamSplitByColor},
 *       {@link Shmem#teamSplitPes(ShmemTeam, int...) teamSplitPes}, {@link Shmem#teamDestroy(ShmemTeam) teamDestroy},
 *       {@link Shmem#teamPtr(ShmemTeam, SymmetricDoubles, int) teamPtr}</td>
 *     <td>{@index shmem_team_my_pe}, {@index shmem_team_n_pes}, {@index shmem_team_get_config},
 *       {@index shmem_team_translate_pe}, {@index shmem_team_split_strided}, {@index shmem_team_split_2d},
 *       {@index shmem_team_destroy}, {@index shmem_team_ptr}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Contexts and sessions</th>
 *     <td>{@link Shmem#ctxCreate(long) ctxCreate}, {@link ShmemContext#destroy() destroy},
 *       {@link ShmemContext#close() close}, {@link ShmemContext#getTeam() getTeam},
 *       {@link Shmem#ctxGetTeam(ShmemContext) ctxGetTeam},
 *       {@link Shmem#teamCreateCtx(ShmemTeam, long) teamCreateCtx},
 *       {@link ShmemContext#sessionStart(long) sessionStart}, {@link ShmemContext#sessionStop() sessionStop},
 *       {@link Shmem#ctxSessionStart(ShmemContext, long) ctxSessionStart},
 *       {@link Shmem#ctxSessionStop(ShmemContext) ctxSessionStop}</td>
 *     <td>{@index shmem_ctx_create}, {@index shmem_ctx_destroy}, {@index shmem_ctx_get_team},
 *       {@index shmem_team_create_ctx}, {@index shmem_ctx_session_start}, {@index shmem_ctx_session_stop}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Put and get</th>
 *     <td>{@link Shmem#put(SymmetricDoubles, long, SymmetricDoubles, long, long, int) put},
 *       {@link Shmem#get(SymmetricDoubles, long, SymmetricDoubles, long, long, int) get},
 *       {@link Shmem#putNbi(SymmetricDoubles, long, SymmetricDoubles, long, long, int) putNbi},
 *       {@link Shmem#getNbi(SymmetricDoubles, long, SymmetricDoubles, long, long, int) getNbi}</td>
 *     <td>{@index shmem_put}, {@index shmem_get}, {@index shmem_put_nbi}, {@index shmem_get_nbi}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Single elements</th>
 *     <td>{@link Shmem#p(SymmetricDoubles, long, double, int) p}, {@link Shmem#g(SymmetricDoubles, long, int) g}</td>
 *     <td>{@index shmem_p}, {@index shmem_g}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Strided</th>
 *     <td>{@link Shmem#iput(SymmetricDoubles, long, SymmetricDoubles, long, long, long, long, int) iput},
 *       {@link Shmem#iget(SymmetricDoubles, long, SymmetricDoubles, long, long, long, long, int) iget},
 *       {@link Shmem#ibput(SymmetricDoubles, long, SymmetricDoubles, long, long, long, long, long, int) ibput},
 *       {@link Shmem#ibget(SymmetricDoubles, long, SymmetricDoubles, long, long, long, long, long, int) ibget}</td>
 *     <td>{@index shmem_iput}, {@index shmem_iget}, {@index shmem_ibput}, {@index shmem_ibget}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Atomics</th>
 *     <td>{@link Shmem#atomicSet(SymmetricLongs, long, long, int) atomicSet},
 *       {@link Shmem#atomicInc(SymmetricLongs, long, int) atomicInc},
 *       {@link Shmem#atomicAdd(SymmetricLongs, long, long, int) atomicAdd},
 *       {@link Shmem#atomicAnd(SymmetricLongs, long, long, int) atomicAnd},
 *       {@link Shmem#atomicOr(SymmetricLongs, long, long, int) atomicOr},
 *       {@link Shmem#atomicXor(SymmetricLongs, long, long, int) atomicXor},
 *       {@link Shmem#atomicFetch(SymmetricLongs, long, int) atomicFetch},
 *       {@link Shmem#atomicSwap(SymmetricLongs, long, long, int) atomicSwap},
 *       {@link Shmem#atomicCompareSwap(SymmetricLongs, long, long, long, int) atomicCompareSwap},
 *       {@link Shmem#atomicFetchInc(SymmetricLongs, long, int) atomicFetchInc},
 *       {@link Shmem#atomicFetchAdd(SymmetricLongs, long, long, int) atomicFetchAdd},
 *       {@link Shmem#atomicFetchAnd(SymmetricLongs, long, long, int) atomicFetchAnd},
 *       {@link Shmem#atomicFetchOr(SymmetricLongs, long, long, int) atomicFetchOr},
 *       {@link Shmem#atomicFetchXor(SymmetricLongs, long, long, int) atomicFetchXor},
 *       {@link Shmem#atomicFetchNbi(SymmetricLongs, long, SymmetricLongs, long, int) atomicFetchNbi},
 *       {@link Shmem#atomicSwapNbi(SymmetricLongs, long, SymmetricLongs, long, long, int) atomicSwapNbi},
 *       {@link Shmem#atomicCompareSwapNbi(SymmetricLongs, long, SymmetricLongs, long, long, long, int) atomicCompareSwapNbi},
 *       {@link Shmem#atomicFetchIncNbi(SymmetricLongs, long, SymmetricLongs, long, int) atomicFetchIncNbi},
 *       {@link Shmem#atomicFetchAddNbi(SymmetricLongs, long, SymmetricLongs, long, long, int) atomicFetchAddNbi},
 *       {@link Shmem#atomicFetchAndNbi(SymmetricLongs, long, SymmetricLongs, long, long, int) atomicFetchAndNbi},
 *       {@link Shmem#atomicFetchOrNbi(SymmetricLongs, long, SymmetricLongs, long, long, int) atomicFetchOrNbi},
 *       {@link Shmem#atomicFetchXorNbi(SymmetricLongs, long, SymmetricLongs, long, long, int) atomicFetchXorNbi}</td>
 *     <td>{@index shmem_atomic_set}, {@index shmem_atomic_inc}, {@index shmem_atomic_add}, {@index shmem_atomic_and},
 *       {@index shmem_atomic_or}, {@index shmem_atomic_xor}, {@index shmem_atomic_fetch}, {@index shmem_atomic_swap},
 *       {@index shmem_atomic_compare_swap}, {@index shmem_atomic_fetch_inc}, {@index shmem_atomic_fetch_add},
 *       {@index shmem_atomic_fetch_and}, {@index shmem_atomic_fetch_or}, {@index shmem_atomic_fetch_xor},
 *       {@index shmem_atomic_fetch_nbi}, {@index shmem_atomic_swap_nbi}, {@index shmem_atomic_compare_swap_nbi},
 *       {@index shmem_atomic_fetch_inc_nbi}, {@index shmem_atomic_fetch_add_nbi},
 *       {@index shmem_atomic_fetch_and_nbi}, {@index shmem_atomic_fetch_or_nbi}, {@index shmem_atomic_fetch_xor_nbi}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Signals</th>
 *     <td>
 *       {@link Shmem#putSignal(SymmetricDoubles, long, SymmetricDoubles, long, long, SymmetricLongs, long, long,
 *       SignalOp, int) putSignal},
 *       {@link Shmem#putSignalNbi(SymmetricDoubles, long, SymmetricDoubles, long, long, SymmetricLongs, long, long,
 *       SignalOp, int) putSignalNbi},
 *       {@link Shmem#signalAdd(SymmetricLongs, long, long, int) signalAdd},
 *       {@link Shmem#signalSet(SymmetricLongs, long, long, int) signalSet},
 *       {@link Shmem#signalFetch(SymmetricLongs, long) signalFetch},
 *       {@link Shmem#signalWaitUntil(SymmetricLongs, long, Cmp, long) signalWaitUntil}</td>
 *     <td>{@index shmem_put_signal}, {@index shmem_put_signal_nbi}, {@index shmem_signal_add},
 *       {@index shmem_signal_set}, {@index shmem_signal_fetch}, {@index shmem_signal_wait_until}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Barriers</th>
 *     <td>{@link Shmem#teamSync(ShmemTeam) teamSync}, {@link Shmem#barrierAll() barrierAll},
 *       {@link Shmem#syncAll() syncAll}</td>
 *     <td>{@index shmem_team_sync}, {@index shmem_barrier_all}, {@index shmem_sync_all}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Broadcast, collect, exchange</th>
 *     <td>{@link Shmem#broadcast(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long, int) broadcast},
 *       {@link Shmem#collect(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) collect},
 *       {@link Shmem#fcollect(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) fcollect},
 *       {@link Shmem#alltoall(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) alltoall},
 *       {@link Shmem#alltoalls(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long, long, long) alltoalls}</td>
 *     <td>{@index shmem_broadcast}, {@index shmem_collect}, {@index shmem_fcollect}, {@index shmem_alltoall},
 *       {@index shmem_alltoalls}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Reductions and scans</th>
 *     <td>{@link Shmem#andReduce(ShmemTeam, SymmetricLongs, SymmetricLongs, long) andReduce},
 *       {@link Shmem#orReduce(ShmemTeam, SymmetricLongs, SymmetricLongs, long) orReduce},
 *       {@link Shmem#xorReduce(ShmemTeam, SymmetricLongs, SymmetricLongs, long) xorReduce},
 *       {@link Shmem#maxReduce(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) maxReduce},
 *       {@link Shmem#minReduce(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) minReduce},
 *       {@link Shmem#maxReduceUnsigned(ShmemTeam, SymmetricLongs, SymmetricLongs, long) maxReduceUnsigned},
 *       {@link Shmem#minReduceUnsigned(ShmemTeam, SymmetricLongs, SymmetricLongs, long) minReduceUnsigned},
 *       {@link Shmem#sumReduce(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) sumReduce},
 *       {@link Shmem#prodReduce(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) prodReduce},
 *       {@link Shmem#sumReduceComplex(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) sumReduceComplex},
 *       {@link Shmem#prodReduceComplex(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) prodReduceComplex},
 *       {@link Shmem#sumInscan(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) sumInscan},
 *       {@link Shmem#sumExscan(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) sumExscan},
 *       {@link Shmem#sumInscanComplex(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) sumInscanComplex},
 *       {@link Shmem#sumExscanComplex(ShmemTeam, SymmetricDoubles, SymmetricDoubles, long) sumExscanComplex}</td>
 *     <td>{@index shmem_and_reduce}, {@index shmem_or_reduce}, {@index shmem_xor_reduce}, {@index shmem_max_reduce},
 *       {@index shmem_min_reduce}, {@index shmem_sum_reduce}, {@index shmem_prod_reduce}, {@index shmem_sum_inscan},
 *       {@index shmem_sum_exscan}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Collectives on single values</th>
 *     <td>{@link Shmem#broadcast(ShmemTeam, double, int) broadcast}, {@link Shmem#sumReduce(ShmemTeam, double) sumReduce}
 *       and the other reductions and scans of a value, {@link Shmem#any(ShmemTeam, boolean) any},
 *       {@link Shmem#all(ShmemTeam, boolean) all}</td>
 *     <td></td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Waiting and testing</th>
 *     <td>{@link Shmem#waitUntil(SymmetricLongs, long, Cmp, long) waitUntil},
 *       {@link Shmem#waitUntilAll(SymmetricLongs, long, int[], Cmp, long) waitUntilAll},
 *       {@link Shmem#waitUntilAny(SymmetricLongs, long, int[], Cmp, long) waitUntilAny},
 *       {@link Shmem#waitUntilSome(SymmetricLongs, long, long[], int[], Cmp, long) waitUntilSome},
 *       {@link Shmem#waitUntilAllVector(SymmetricLongs, long, int[], Cmp, long[]) waitUntilAllVector},
 *       {@link Shmem#waitUntilAnyVector(SymmetricLongs, long, int[], Cmp, long[]) waitUntilAnyVector},
 *       {@link Shmem#waitUntilSomeVector(SymmetricLongs, long, long[], int[], Cmp, long[]) waitUntilSomeVector},
 *       {@link Shmem#test(SymmetricLongs, long, Cmp, long) test},
 *       {@link Shmem#testAll(SymmetricLongs, long, int[], Cmp, long) testAll},
 *       {@link Shmem#testAny(SymmetricLongs, long, int[], Cmp, long) testAny},
 *       {@link Shmem#testSome(SymmetricLongs, long, long[], int[], Cmp, long) testSome},
 *       {@link Shmem#testAllVector(SymmetricLongs, long, int[], Cmp, long[]) testAllVector},
 *       {@link Shmem#testAnyVector(SymmetricLongs, long, int[], Cmp, long[]) testAnyVector},
 *       {@link Shmem#testSomeVector(SymmetricLongs, long, long[], int[], Cmp, long[]) testSomeVector}</td>
 *     <td>{@index shmem_wait_until}, {@index shmem_wait_until_all}, {@index shmem_wait_until_any},
 *       {@index shmem_wait_until_some}, {@index shmem_wait_until_all_vector}, {@index shmem_wait_until_any_vector},
 *       {@index shmem_wait_until_some_vector}, {@index shmem_test}, {@index shmem_test_all}, {@index shmem_test_any},
 *       {@index shmem_test_some}, {@index shmem_test_all_vector}, {@index shmem_test_any_vector},
 *       {@index shmem_test_some_vector}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Ordering</th>
 *     <td>{@link Shmem#fence() fence}, {@link Shmem#quiet() quiet}, {@link Shmem#peQuiet(int...) peQuiet}</td>
 *     <td>{@index shmem_fence}, {@index shmem_quiet}, {@index shmem_pe_quiet}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Locks</th>
 *     <td>{@link Shmem#setLock(SymmetricLongs, long) setLock}, {@link Shmem#testLock(SymmetricLongs, long) testLock},
 *       {@link Shmem#clearLock(SymmetricLongs, long) clearLock},
 *       {@link Shmem#holdLock(SymmetricLongs, long) holdLock}</td>
 *     <td>{@index shmem_set_lock}, {@index shmem_test_lock}, {@index shmem_clear_lock}</td>
 *   </tr>
 *   <tr>
 *     <th scope="row">Tools</th>
 *     <td>{@link Shmem#pcontrol(int, Object...) pcontrol}</td>
 *     <td>{@index shmem_pcontrol}</td>
 *   </tr>
 * </table>
 *
 * @since 0.1.0
 */
package org.jshmem;
